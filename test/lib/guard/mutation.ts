// What a mutation of a valid scenario is, and how one analysis or one record is broken.
import { integer } from 'fast-check'
import type { CanonicalInvocation } from '../../../lib/contract/invocation.ts'
import type { ViolationCode } from '../../../lib/contract/violations.ts'
import { among, type Draw, type Scenario, type Statement } from './scenario.ts'

/** Changes a valid scenario in place; gives the expected `CODE /path` rows, or null when it cannot be broken this way. */
export type Break = (s: Scenario, g: Draw) => string[] | null

/** The part of the draft that a mutation touches: mutations of different parts do not disturb each other. */
export type Part = 'analysis' | 'conclusion' | 'action_plan' | 'limitations'
export type Mutation = {
  readonly code: ViolationCode
  readonly part: Part
  readonly way: string
  readonly apply: Break
}

export const invisible = ['', ' ', '\t\n', '\u3000\u00a0', '\u200b\u2060']

/** Inserts at a place of `list` that is drawn; gives the place. */
export function insert<T>(g: Draw, list: T[], value: T): number {
  const at = g(integer, { min: 0, max: list.length })
  list.splice(at, 0, value)
  return at
}

export function pick(s: Scenario, g: Draw, fits: (statement: Statement) => boolean): [number, Statement] | null {
  const fitting = [...s.draft.analysis.entries()].filter(([, statement]) => fits(statement))
  return fitting.length === 0 ? null : among(g, fitting)
}
export const isNormal = ({ kind }: Statement) => kind === 'NORMAL'
export const isNegative = ({ kind }: Statement) => kind === 'NEGATIVE_OBSERVATION'

/** Breaks one analysis of a kind. */
export const onAnalysis =
  (
    fits: (statement: Statement) => boolean,
    change: (a: Statement, at: string, g: Draw, s: Scenario) => string[] | null,
  ): Break =>
  (s, g) => {
    const chosen = pick(s, g, fits)
    return chosen && change(chosen[1], `/analysis/${chosen[0]}`, g, s)
  }

/** Breaks the record of one cited call; every place that cites it must be reported, and nothing else. */
export const onRecord =
  (
    code: ViolationCode,
    change: (record: CanonicalInvocation, g: Draw, s: Scenario) => CanonicalInvocation | null,
  ): Break =>
  (s, g) => {
    const id = among(
      g,
      s.draft.analysis.flatMap((a) => a.tool_call_ids),
    )
    const record = s.records.get(id)
    if (record === undefined) return null
    const changed = change(record, g, s)
    if (changed === null) s.records.delete(id)
    else s.records.set(id, changed)
    return s.draft.analysis.flatMap((a, i) =>
      a.tool_call_ids.flatMap((cited, j) => (cited === id ? [`${code} /analysis/${i}/tool_call_ids/${j}`] : [])),
    )
  }

export const each = (list: readonly unknown[], code: ViolationCode, at: string) =>
  list.map((_, j) => `${code} ${at}/${j}`)
