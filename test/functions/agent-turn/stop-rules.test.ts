// Spec 06, "Stop rules": who stops whom, what is said, and how a run ends without a draft.
import { describe, expect, test } from 'vitest'
import { calls, goodDraft, idOf, lookup, openRun, submit, text } from './scripted-run.ts'

const onlySubmit = ['submit_diagnosis']

describe('a model that stops by itself', () => {
  test.each([
    ['with prose', text('The upstream is too slow, I am sure.')],
    ['with a brace that is no draft', text('Set {"timeout": 30} in the file.')],
    ['with nothing', text(null)],
    ['with blanks', text('  \n')],
    ['with a refusal', { text: 'I can’t help.', stop: 'refusal' as const }],
  ])('%s is offered only the submit tool, and told why', async (_, said) => {
    const run = openRun([said, calls(submit(goodDraft()))])
    expect(await run.turn(1)).toMatchObject({ next: 'LOOKUPS', lookups: [], fallback_cause: null })
    expect(await run.turn(2)).toMatchObject({ next: 'DRAFT', draft_turn: 2 })
    expect(run.offered()).toEqual(onlySubmit)
    expect(run.told()).toEqual({ role: 'user', text: expect.stringMatching(/no draft[\s\S]*submit_diagnosis/) })
    expect(run.turns[1]?.kind).toBe('submit')
  })

  test.each([
    ['says nothing', text(null)],
    ['talks on', text('As I said.')],
    ['looks something up', calls(lookup('more'))],
    ['calls a tool that is not there', calls({ id: 'x', name: 'finish', arguments: '{}' })],
  ])('and then %s gets the fallback', async (_, said) => {
    const run = openRun([text('Done.'), said])
    await run.turn(1)
    expect(await run.turn(2)).toEqual({
      turn: 2,
      next: 'FALLBACK',
      lookups: [],
      draft_turn: null,
      fallback_cause: 'MODEL_SILENT',
    })
    expect(run.turns[1]).toMatchObject({ next: 'FALLBACK', fallback_cause: 'MODEL_SILENT' })
  })

  test('and hands its draft in as text has submitted', async () => {
    const run = openRun([text(`Here it is:\n\`\`\`json\n${JSON.stringify(goodDraft())}\n\`\`\``)])
    expect(await run.turn(1)).toMatchObject({ next: 'DRAFT', draft_turn: 1 })
    expect(run.turns[0]?.draft).toEqual(goodDraft())
  })
})

describe('a harness that says stop', () => {
  test.each(['NO_GAIN', 'BUDGET_EXHAUSTED'] as const)(
    'for %s leaves only the submit tool, and says why',
    async (why) => {
      const run = openRun([calls(lookup('one')), calls(submit(goodDraft()))])
      await run.turn(1)
      run.found(idOf(1), ['d#chunk-1'])
      run.stop(why)
      expect(await run.turn(2)).toMatchObject({ next: 'DRAFT' })
      expect(run.offered()).toEqual(onlySubmit)
      // The answer to the lookup first, then why.
      expect(run.lastRequest().messages.slice(-2)).toEqual([
        { role: 'tool', tool_call_id: expect.any(String), text: run.records[0]?.projection },
        { role: 'user', text: expect.stringContaining(why) },
      ])
    },
  )

  test('refuses the lookups of a model that asks all the same, which has then not submitted', async () => {
    const run = openRun([calls(lookup('one')), calls(lookup('two'))])
    await run.turn(1)
    run.stop('NO_GAIN')
    expect(await run.turn(2)).toMatchObject({ next: 'FALLBACK', lookups: [], fallback_cause: 'MODEL_SILENT' })
    expect(run.turns[1]?.refused).toEqual([
      { tool_call_id: idOf(2), error: { code: 'E_STOP_REQUIRED', message: expect.any(String) } },
    ])
  })

  test('lets a submit beside such lookups through', async () => {
    const run = openRun([calls(lookup('one')), calls(lookup('two'), submit(goodDraft()))])
    await run.turn(1)
    run.stop('NO_GAIN')
    expect(await run.turn(2)).toMatchObject({ next: 'DRAFT', lookups: [] })
  })
})

describe('the last turn', () => {
  async function useUp(maxTurns: number, last: Parameters<typeof openRun>[0][number]) {
    const asking = Array.from({ length: maxTurns - 1 }, (_, i) => calls(lookup(`question ${i}`)))
    const run = openRun([...asking, last], { maxTurns })
    for (let n = 1; n < maxTurns; n += 1) {
      await run.turn(n)
      run.found(idOf(n), [`d#chunk-${n}`])
      expect(run.offered(), `turn ${n}`).toHaveLength(2)
    }
    return run
  }

  test('of eight offers only the submit tool, and says so', async () => {
    const run = await useUp(8, calls(submit(goodDraft())))
    expect(await run.turn(8)).toMatchObject({ next: 'DRAFT', draft_turn: 8 })
    expect(run.offered()).toEqual(onlySubmit)
    expect(run.told()).toEqual({ role: 'user', text: expect.stringContaining('last turn') })
  })

  test('without a draft ends the run as TURNS_EXHAUSTED', async () => {
    const run = await useUp(8, calls(lookup('one more')))
    expect(await run.turn(8)).toMatchObject({ next: 'FALLBACK', fallback_cause: 'TURNS_EXHAUSTED' })
  })

  test('may be the first', async () => {
    const run = openRun([calls(submit(goodDraft()))], { maxTurns: 1 })
    await run.turn(1)
    expect(run.offered()).toEqual(onlySubmit)
    expect(run.lastRequest().messages.map((m) => m.role)).toEqual(['system', 'user', 'user'])
  })

  test('repairs are not counted: a run of one turn has its two repairs', async () => {
    const run = openRun([calls(submit({})), calls(submit([])), calls(submit(goodDraft()))], { maxTurns: 1 })
    await run.turn(1)
    await run.turn(2, 'repair')
    expect(await run.turn(3, 'repair')).toMatchObject({ next: 'DRAFT', draft_turn: 3 })
  })
})

describe('lookups and a draft in one answer', () => {
  test('the lookups are made; the draft was written without their results, and is refused with a message', async () => {
    const run = openRun([calls(submit(goodDraft()), lookup('one')), calls(submit(goodDraft()))])
    expect(await run.turn(1)).toMatchObject({ next: 'LOOKUPS', lookups: [{ tool_call_id: idOf(2) }], draft_turn: null })
    expect(run.turns[0]).not.toHaveProperty('draft')
    run.found(idOf(2), ['d#chunk-1'])
    await run.turn(2)
    const answers = run.lastRequest().messages.flatMap((m) => (m.role === 'tool' ? [JSON.parse(m.text)] : []))
    expect(answers[0]).toEqual({
      tool_call_id: idOf(1),
      error: { code: 'E_VALIDATION', message: expect.stringContaining('without their results') },
    })
    expect(answers[1]).toMatchObject({ tool_call_id: idOf(2), evidence_status: 'EVIDENCE_FOUND' })
  })
})

describe('the language', () => {
  test('of a Chinese question is Chinese, in prompt, tools, notices and repairs', async () => {
    const question = '网关 504 upstream timeout 怎么排查？'
    const run = openRun([text('好的。'), calls(submit({})), calls(submit(goodDraft()))], { question })
    await run.turn(1)
    expect(run.lastRequest().messages[0]?.role === 'system' && run.lastRequest().messages[0]?.text).toContain(
      '你负责诊断',
    )
    expect(run.lastRequest().tools[0]?.description).toContain('检索知识库')
    await run.turn(2)
    expect(run.told()).toEqual({ role: 'user', text: expect.stringContaining('现在调用 submit_diagnosis') })
    await run.turn(3, 'repair')
    expect(run.told()).toEqual({ role: 'user', text: expect.stringContaining('你的草稿被拒绝了') })
  })

  test('of an English one is English', async () => {
    const run = openRun([text('Fine.')])
    await run.turn(1)
    expect(JSON.stringify(run.lastRequest())).not.toMatch(/\p{Script=Han}/u)
  })
})
