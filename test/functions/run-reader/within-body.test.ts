// Spec 08, `GET /api/runs/{run_id}`: a body over its limit is cut, the least needed first, and says what is left out.
import { describe, expect, test } from 'vitest'
import { withinBody } from '../../../functions/run-reader/within-body.ts'
import { type RunView, runView } from '../../../lib/contract/run.ts'
import {
  fellBack,
  invocation,
  item,
  kept,
  published,
  rejected,
  report,
  stored,
  turn,
  violation,
} from '../../lib/report/run-views.ts'

/** As it is in a function's answer. */
const bytesOf = (view: RunView) => Buffer.byteLength(JSON.stringify(JSON.stringify(view)))
const text = (bytes: number) => 'x'.repeat(bytes)
const limit = 30_000
const cut = (view: RunView) => {
  const fitting = withinBody(view, limit)
  expect(runView.safeParse(fitting).success).toBe(true)
  expect(bytesOf(fitting)).toBeLessThanOrEqual(limit)
  return fitting
}

const heavyAudits = { invocations: [invocation('c1', { audit: [{ text: text(60_000) }] })] }
const heavyMessages = { turns: [turn(1, { messages: [{ role: 'system' as const, text: text(60_000) }] })] }
const heavyDraft = { drafts: [rejected({ draft: text(60_000) })] }
const heavyTurnDraft = { turns: [turn(1, { draft: text(60_000) })] }
const heavyView = {
  invocations: [invocation('c1', { result: stored('c1', [item('d#chunk-1', { excerpt: text(60_000) })]) })],
}
const heavyTurns = { turns: Array.from({ length: 200 }, (_, i) => turn(i + 1, { model: text(300) })) }
const heavyViolations = { drafts: [rejected({ violations: [violation({ message: text(60_000) })] })] }

describe('over its limit the JSON of a run leaves out', () => {
  test('nothing while it is within, and bears no mark', () => {
    const view = published()
    expect(withinBody(view, bytesOf(view))).toBe(view)
  })

  test.each<[string, Partial<RunView>, string[]]>([
    ['audits first', heavyAudits, ['audits']],
    ['then the messages of the turns', heavyMessages, ['audits', 'messages']],
    ['then the drafts themselves', heavyDraft, ['audits', 'messages', 'drafts']],
    ['in the turns, too', heavyTurnDraft, ['audits', 'messages', 'drafts']],
    ['then the views', heavyView, ['audits', 'messages', 'drafts', 'views']],
    ['then the turns', heavyTurns, ['audits', 'messages', 'drafts', 'views', 'turns']],
    [
      'then why drafts were rejected',
      heavyViolations,
      ['audits', 'messages', 'drafts', 'views', 'turns', 'violations'],
    ],
  ])('%s', (_, over, leftOut) => {
    expect(cut(published(over))).toMatchObject({ cut: true, left_out: leftOut })
  })

  test('and in the end the evidence of the report', () => {
    const heavy = kept(stored('c1', [item('d#chunk-1', { excerpt: text(60_000) })]))
    const view = published({ report: report({ snapshot: { invocations: [heavy], analyses: [] } }) })
    expect(cut(view)).toMatchObject({ report: { status: 'PUBLISHED', snapshot: null } })
    expect(cut(view).left_out).toHaveLength(7)
  })

  test('never what it need not: the rest stays as it was', () => {
    const view = fellBack({ ...heavyMessages, ...heavyViolations })
    const { turns, drafts } = withinBody(view, 100_000)
    expect(turns).toEqual([{ ...view.turns[0], messages: [] }])
    expect(drafts).toEqual(view.drafts)
  })

  test('counting bytes as they travel, in a JSON string', () => {
    const quotes = published({ invocations: [invocation('c1', { audit: ['"'.repeat(9000)] })] })
    expect(Buffer.byteLength(JSON.stringify(quotes))).toBeLessThan(limit)
    expect(cut(quotes).left_out).toEqual(['audits'])
  })
})
