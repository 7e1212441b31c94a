import type { Html } from '../../../lib/report/html.ts'
import type { CaseResult } from '../case-result.ts'
import { latenciesOf } from '../latencies.ts'
import { plotColumns } from './plot-columns.ts'

/** Upper bounds of the columns, in ms; the last column has what is above. */
const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

/** How many cases took how long, from the fastest to the slowest column that has any; null where no case knows it. */
export function plotLatencies(after: readonly CaseResult[], before: readonly CaseResult[] | null): Html | null {
  const [now, old] = [latenciesOf(after), before === null ? null : latenciesOf(before)]
  if (now.length === 0) return null
  const all = [...now, ...(old ?? [])].map(columnOf)
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const columns = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const count = (values: readonly number[], column: number) =>
    values.filter((value) => columnOf(value) === column).length
  return plotColumns(
    'Cases by latency of the engine when its answers were recorded, in ms',
    columns.map((column) => ({
      name: bounds[column] === undefined ? `> ${bounds.at(-1)}` : `\u2264 ${bounds[column]}`,
      after: count(now, column),
      before: old === null ? null : count(old, column),
    })),
  )
}

function columnOf(latencyMs: number): number {
  const at = bounds.findIndex((bound) => latencyMs <= bound)
  return at === -1 ? bounds.length : at
}
