import type { FunctionName } from '../../../lib/contract/routes.ts'

/** What is counted while an operation runs. Bytes stored are what the operation left in the tables. */
export type Counter =
  | 'apiRequests'
  | 'answerBytes'
  | 'dynamoRequests'
  | 'readUnits'
  | 'writeUnits'
  | 'refusedWrites'
  | 'ledgerBytes'
  | 'auditBytes'
  | 'documentBytes'
  | 'originalBytes'
  | 'originalPuts'
  | 'executions'
  | 'transitions'
  | 'events'
  | 'logLines'
  | 'logBytes'
  | 'metricLines'
  | 'metricBytes'
  | 'knowledgeRequests'
  | `invocations of ${FunctionName}`

/** A counter that is not there stands at 0. */
export type Counts = Readonly<Partial<Record<Counter, number>>>

export type Tally = {
  readonly add: (counter: Counter, by?: number) => void
  /** What was counted since the last call, and starts again at nothing. */
  readonly take: () => Counts
}

/** A tally with every counter at 0. */
export function createTally(): Tally {
  let counted: Partial<Record<Counter, number>> = {}
  return {
    add: (counter, by = 1) => {
      counted[counter] = (counted[counter] ?? 0) + by
    },
    take: () => {
      const taken = counted
      counted = {}
      return taken
    },
  }
}

/** Counter by counter. @param all at least one */
export function meanOf(all: readonly Counts[]): Counts {
  const names = new Set(all.flatMap((counts) => Object.keys(counts) as Counter[]))
  return Object.fromEntries(
    [...names].map((name) => [name, all.reduce((sum, counts) => sum + (counts[name] ?? 0), 0) / all.length]),
  )
}

/** Invocations by function, those that there were. */
export function invocationsOf(counts: Counts): ReadonlyMap<FunctionName, number> {
  const prefix = 'invocations of '
  return new Map(
    Object.entries(counts).flatMap(([name, count]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length) as FunctionName, count]] : [],
    ),
  )
}
