import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { RunLimits } from './accounting.ts'

/** What every operation of the ledger stands on. */
export type LedgerContext = {
  readonly client: Pick<DynamoDBDocumentClient, 'send'>
  readonly table: string
  /** Epoch milliseconds: the clock decides what is expired, not the table. */
  readonly now: () => number
  readonly ttlSeconds: number
  readonly auditTtlSeconds: number
  readonly limits: RunLimits
}

/** Who asks for which run, and until when (epoch milliseconds). */
export type RunAccess = { readonly runId: string; readonly owner: string; readonly deadline: number }

export const epochSeconds = (ms: number) => Math.floor(ms / 1000)

export const isoTime = (ms: number) => new Date(ms).toISOString()

/** No expiry in seconds is beyond it (year 5138): one that is was written in milliseconds, and nothing rests on it. */
const lastSecond = 100_000_000_000

/**
 * An item whose time has come is expired for every reader, at once (spec 03). An item without a time never is; one whose
 * time is no number of seconds is.
 */
export function isExpired({ expires_at: at }: { readonly expires_at?: unknown }, now: number): boolean {
  if (at === undefined) return false
  return typeof at !== 'number' || at <= epochSeconds(now) || at > lastSecond
}

/** The same question, the other way round, in a write's condition; for items that have a time (`#expires`). */
export const isLive = '#expires BETWEEN :soonest AND :latest'
export const liveValues = (now: number) => ({ ':soonest': epochSeconds(now) + 1, ':latest': lastSecond })

/** True for the one failure that conditional writes expect. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException'
}
