// The stop rules (spec 06), by the run's turns alone: what the next one may be, what a repair repairs, and against what.
import { describe, expect, test } from 'vitest'
import type { TurnItem } from '../../../lib/contract/turn.ts'
import { planTurn } from '../../../lib/diagnosis/plan-turn.ts'

const limits = { maxTurns: 8, maxRepairs: 3 }
const turn = (n: number, over: Partial<TurnItem> = {}): TurnItem => ({
  n,
  kind: 'search',
  model: 'scripted',
  messages: [],
  stop: 'tool_calls',
  next: 'LOOKUPS',
  lookups: [],
  refused: [],
  fallback_cause: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...over,
})
const handedIn = (n: number, over: Partial<TurnItem> = {}) => turn(n, { next: 'DRAFT', draft: { n }, ...over })
const repair = (n: number) => handedIn(n, { kind: 'repair' })
const problem = { code: 'STATEMENT_ADDED', path: '/analysis/1/id', message: '', hint: '' }
const adding = (n: number) => handedIn(n, { kind: 'repair', next: 'LOOKUPS', draft_refused: [problem] })
const silent = (n: number, over: Partial<TurnItem> = {}) =>
  turn(n, { messages: [{ role: 'assistant', text: 'Well.', tool_calls: [] }], stop: 'end', ...over })

/** The turns that a repair is about, by number. */
function repairAfter(...turns: readonly TurnItem[]) {
  const plan = planTurn(turns, null, limits)
  if (plan.kind !== 'repair') return plan
  return { repairs: plan.turn.n, before: plan.before?.n ?? null, basis: plan.basis.n }
}

describe('a repair', () => {
  test('repairs the first draft, which nothing came before', () => {
    expect(repairAfter(handedIn(1))).toEqual({ repairs: 1, before: null, basis: 1 })
  })

  test('repairs the last draft, is compared with the one before that, and may say what the last one said', () => {
    expect(repairAfter(handedIn(1), repair(2))).toEqual({ repairs: 2, before: 1, basis: 2 })
    expect(repairAfter(handedIn(1), repair(2), repair(3))).toEqual({ repairs: 3, before: 2, basis: 3 })
  })

  test('may say what the last draft said that added no statement', () => {
    expect(repairAfter(handedIn(1), adding(2))).toEqual({ repairs: 2, before: 1, basis: 1 })
    expect(repairAfter(handedIn(1), repair(2), adding(3))).toEqual({ repairs: 3, before: 2, basis: 2 })
  })

  test('may say what a draft said that was refused for another reason', () => {
    const large = handedIn(2, { kind: 'repair', draft_refused: [{ ...problem, code: 'DRAFT_SCHEMA_INVALID' }] })
    expect(repairAfter(handedIn(1), large)).toEqual({ repairs: 2, before: 1, basis: 2 })
  })

  test('that handed nothing in is used up, and the draft before it is still to be repaired', () => {
    expect(repairAfter(handedIn(1), silent(2, { kind: 'repair' }))).toEqual({ repairs: 1, before: null, basis: 1 })
  })

  test('is the last one when so many were made, whatever became of them', () => {
    const over = { kind: 'over', cause: 'REPAIRS_EXHAUSTED' }
    expect(repairAfter(handedIn(1), adding(2), silent(3, { kind: 'repair' }), repair(4))).toEqual(over)
    expect(planTurn([handedIn(1)], null, { ...limits, maxRepairs: 0 })).toEqual(over)
  })
})

describe('before a draft', () => {
  test('lookups are welcome', () => {
    expect(planTurn([], null, limits)).toEqual({ kind: 'search' })
    expect(planTurn([turn(1)], null, limits)).toEqual({ kind: 'search' })
  })

  test.each(['NO_GAIN', 'BUDGET_EXHAUSTED'] as const)('the harness’s %s is named before all else', (why) => {
    expect(planTurn([turn(1)], why, limits)).toEqual({ kind: 'submit', why })
    expect(planTurn([silent(1)], why, { ...limits, maxTurns: 2 })).toEqual({ kind: 'submit', why })
  })

  test('a model that stopped by itself is told so, also in the last turn', () => {
    const why = 'MODEL_STOPPED'
    expect(planTurn([silent(1)], null, limits)).toEqual({ kind: 'submit', why })
    expect(planTurn([silent(1)], null, { ...limits, maxTurns: 2 })).toEqual({ kind: 'submit', why })
  })

  test('the last turn must hand in, and none before it', () => {
    expect(planTurn([turn(1)], null, { ...limits, maxTurns: 3 })).toEqual({ kind: 'search' })
    expect(planTurn([turn(1), turn(2)], null, { ...limits, maxTurns: 3 })).toEqual({ kind: 'submit', why: 'LAST_TURN' })
  })
})
