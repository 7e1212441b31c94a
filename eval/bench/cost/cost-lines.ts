// From counts to dollars: count x price, by component.
import { catalog } from '../../../functions/catalog.ts'
import type { Assumptions } from './assumptions.ts'
import { type Counts, invocationsOf } from './counts.ts'
import { type PriceName, priceOf } from './prices.ts'

export const components = [
  'API requests',
  'Lambda requests',
  'Lambda GB-seconds',
  'DynamoDB writes',
  'DynamoDB reads',
  'DynamoDB storage',
  'Step Functions',
  'EventBridge',
  'Logs',
  'X-Ray',
  'S3',
  'Data out',
] as const
export type Component = (typeof components)[number]

/** Days that items stay in the ledger. */
export type Kept = { readonly ledgerDays: number; readonly auditDays: number }

const daysOfMonth = 30
/** Documents and originals stay until somebody removes them: their first month is counted. */
const documentDays = daysOfMonth

/** US dollars of one operation, by component. */
export function costOf(counts: Counts, kept: Kept, assumed: Assumptions): Readonly<Record<Component, number>> {
  const of = (name: PriceName, count: number | undefined) => priceOf(name, count ?? 0)
  const stored = byteMonths(counts, kept)
  const traces = assumed.traced * ((counts.apiRequests ?? 0) + (counts.executions ?? 0))
  return {
    'API requests': of('apiRequest', counts.apiRequests),
    'Lambda requests': of('lambdaRequest', sum(invocationsOf(counts).values())),
    'Lambda GB-seconds': of('lambdaGbSecond', gbSeconds(counts, assumed)),
    'DynamoDB writes': of('dynamoWrite', counts.writeUnits),
    'DynamoDB reads': of('dynamoRead', counts.readUnits),
    'DynamoDB storage': of('dynamoStorage', stored) + of('dynamoRecovery', stored),
    'Step Functions': of('transition', counts.transitions),
    EventBridge: of('event', counts.events),
    Logs: of('logIngest', logBytes(counts, assumed)),
    'X-Ray': of('trace', traces),
    S3: of('s3Put', counts.originalPuts) + of('s3Storage', (counts.originalBytes ?? 0) * (documentDays / daysOfMonth)),
    'Data out': of('transferOut', assumed.answersToInternet * (counts.answerBytes ?? 0)),
  }
}

/** Memory of each function times what its invocations are assumed to take. */
export function gbSeconds(counts: Counts, { durationMs }: Pick<Assumptions, 'durationMs'>): number {
  return sum(
    [...invocationsOf(counts)].map(
      ([name, count]) => count * (catalog[name].memoryMb / 1024) * (durationMs[name] / 1000),
    ),
  )
}

/** Everything that goes into a log: our lines and metrics as measured, the platforms' lines as assumed. */
export function logBytes(counts: Counts, assumed: Assumptions): number {
  const { logBytes: lines = 0, metricBytes = 0, apiRequests = 0, transitions = 0 } = counts
  const invocations = sum(invocationsOf(counts).values())
  return (
    lines +
    metricBytes +
    invocations * assumed.platformLogBytes +
    apiRequests * assumed.accessLogBytes +
    transitions * assumed.transitionLogBytes
  )
}

/** Bytes of the tables times the months that they stay. */
function byteMonths({ ledgerBytes = 0, auditBytes = 0, documentBytes = 0 }: Counts, kept: Kept): number {
  return (ledgerBytes * kept.ledgerDays + auditBytes * kept.auditDays + documentBytes * documentDays) / daysOfMonth
}

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0)
