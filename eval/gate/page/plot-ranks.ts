import type { Html } from '../../../lib/report/html.ts'
import type { CaseResult } from '../case-result.ts'
import type { FieldRule } from '../gate-rules.ts'
import { plotColumns } from './plot-columns.ts'

/** Ranks that have a column; the last takes all that are further back. */
const mostColumns = 8

/** How many cases have which value of a field whose values are ranks; beside each bar, the baseline's. */
export function plotRanks(
  field: string,
  rule: FieldRule,
  after: readonly CaseResult[],
  before: readonly CaseResult[] | null,
): Html {
  const last = Math.min(mostColumns, Math.max(1, ...ranksOf(field, rule, after), ...ranksOf(field, rule, before ?? [])))
  const columns: (number | null)[] = [...Array.from({ length: last }, (_, i) => i + 1), null]
  const count = (cases: readonly CaseResult[] | null) =>
    columns.map((column) => ranksIn(field, rule, cases ?? []).filter((rank) => inColumn(rank, column, last)).length)
  const [now, old] = [count(after), before === null ? null : count(before)]
  return plotColumns(
    `Cases by ${rule.title}`,
    columns.map((column, i) => ({
      name: columnName(column, last),
      after: now[i] ?? 0,
      before: old === null ? null : (old[i] ?? 0),
    })),
  )
}

/** A rank as the observed field has it; null: no rank, though the case should have one. */
function ranksIn(field: string, { applies }: FieldRule, cases: readonly CaseResult[]): (number | null)[] {
  return cases
    .filter((each) => applies?.(each) ?? true)
    .map(({ observed }) => observed[field])
    .map((value) => (typeof value === 'number' ? value : null))
}

const ranksOf = (field: string, rule: FieldRule, cases: readonly CaseResult[]) =>
  ranksIn(field, rule, cases).filter((rank) => rank !== null)

function inColumn(rank: number | null, column: number | null, last: number): boolean {
  if (rank === null || column === null) return rank === column
  return column === last ? rank >= column : rank === column
}

function columnName(column: number | null, last: number): string {
  if (column === null) return 'none'
  return column === mostColumns && column === last ? `${column}+` : String(column)
}
