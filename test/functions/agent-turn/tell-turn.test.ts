import { describe, expect, test } from 'vitest'
import { calls, goodDraft, idOf, lookup, openRun, submit } from './scripted-run.ts'

const repairs = { metric: 'Repairs', value: 1, dimensions: {} }
const wrong = (id: string) => goodDraft({ conclusion: { text: 'It is.', based_on_analysis_ids: [id] } })

describe('turns', () => {
  test('are logged with what followed, never with what was said; only repairs count', async () => {
    const run = openRun([calls(lookup('secret words')), calls(submit(wrong('a9'))), calls(submit(goodDraft()))])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    await run.turn(2)
    expect(run.measured).toEqual([])
    await run.turn(3, 'repair')
    expect(run.measured).toEqual([repairs])
    expect(run.lines).toMatchObject([
      { code: 'TURN_TAKEN', fields: { turn: 1, kind: 'search', next: 'LOOKUPS', lookups: 1 } },
      { code: 'TURN_TAKEN', fields: { turn: 2, kind: 'search', next: 'DRAFT' } },
      { code: 'TURN_TAKEN', fields: { turn: 3, kind: 'repair', next: 'DRAFT' } },
    ])
    expect(JSON.stringify(run.lines)).not.toMatch(/secret|excerpt/)
  })

  test('that are answered from what is stored count no second time', async () => {
    const run = openRun([calls(lookup('one')), calls(submit(wrong('a9'))), calls(submit(goodDraft()))])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    await run.turn(2)
    await run.turn(3, 'repair')
    await run.turn(3, 'repair')
    expect(run.measured).toEqual([repairs])
  })

  test('that end the run instead of asking are no repairs', async () => {
    const run = openRun([calls(lookup('one')), calls(submit(wrong('a9')))], { maxRepairs: 0 })
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    await run.turn(2)
    expect(await run.turn(3, 'repair')).toMatchObject({ next: 'FALLBACK', fallback_cause: 'REPAIRS_EXHAUSTED' })
    expect(run.measured).toEqual([])
  })
})
