// Step 1 of a call: the log lets it in, or says why not. Nothing is searched for a call that was not let in.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import { claimRun } from './claim-run.ts'
import {
  epochSeconds,
  isConditionFailure,
  isLive,
  isoTime,
  type LedgerContext,
  liveValues,
  type RunAccess,
} from './ledger-context.ts'
import { runKey } from './ledger-table.ts'
import { readRunItem } from './read-run-item.ts'
import { type LogEntry, type RunItem, runItem, stateAt } from './run-item.ts'

export type CallRequest = RunAccess & {
  readonly toolCallId: string
  readonly tool: string
  readonly argsDigest: string
}

export type Reservation = {
  /** `new`: let in now. `known`: let in before, with the same arguments. */
  readonly kind: 'new' | 'known'
  readonly run: RunItem
}

/** A run changes under us only while others are let in or finish; each round that fails means that one of them got on. */
const maxRounds = 50

/**
 * @throws Fault `E_RUN_FORBIDDEN`, `E_TOOL_CALL_CONFLICT`, `E_STOP_REQUIRED`, `E_LEDGER_UNAVAILABLE`
 */
export async function reserveCall(context: LedgerContext, request: CallRequest): Promise<Reservation> {
  const entry: LogEntry = {
    tool_call_id: request.toolCallId,
    tool: request.tool,
    args_digest: request.argsDigest,
    reserved_at: isoTime(context.now()),
  }
  // A run's expiry is only ever pushed forward: what stands may be later, by another clock or an older setting.
  let expires = epochSeconds(context.now()) + context.ttlSeconds
  for (let round = 0; round < maxRounds; round += 1) {
    const appended = await appendEntry(context, request, entry, expires)
    if (appended !== null) return { kind: 'new', run: appended }
    const run = await readRunItem(context, request.runId, request.deadline)
    if (run === null) {
      const claimed = await claimRun(context, request, entry)
      if (claimed !== null) return { kind: 'new', run: claimed }
      continue
    }
    const known = whyRefused(run, request, context)
    if (known) return { kind: 'known', run }
    expires = Math.max(expires, run.expires_at)
  }
  throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'reserve_contention', run_id: request.runId } })
}

/** One conditional write (spec 03, step 1). Null when the condition did not hold; reading tells why. */
async function appendEntry(
  context: LedgerContext,
  request: CallRequest,
  entry: LogEntry,
  expires: number,
): Promise<RunItem | null> {
  const now = context.now()
  try {
    const reply = await context.client.send(
      new UpdateCommand({
        TableName: context.table,
        Key: runKey(request.runId),
        UpdateExpression:
          'SET #log = list_append(#log, :entry), #expires = :expires, #updated = :updated ADD #ids :ids',
        ConditionExpression: `#owner = :owner AND ${isLive} AND #expires <= :expires AND NOT contains(#ids, :id) AND size(#log) < :budget AND attribute_not_exists(#stop) AND (#state = :open OR #state = :running) AND (attribute_not_exists(#fails) OR #fails > :now)`,
        ExpressionAttributeNames: {
          '#log': 'log',
          '#expires': 'expires_at',
          '#updated': 'updated_at',
          '#ids': 'call_ids',
          '#owner': 'owner',
          '#stop': 'stop_reason',
          '#state': 'state',
          '#fails': 'fails_at',
        },
        ExpressionAttributeValues: {
          ':entry': [entry],
          ':expires': expires,
          ':updated': isoTime(now),
          ':ids': new Set([request.toolCallId]),
          ':owner': request.owner,
          ...liveValues(now),
          ':id': request.toolCallId,
          ':budget': context.limits.budget,
          ':open': 'OPEN',
          ':running': 'RUNNING',
          ':now': epochSeconds(now),
        },
        ReturnValues: 'ALL_NEW',
      }),
      within(request.deadline),
    )
    return runItem.parse(reply.Attributes)
  } catch (error) {
    if (isConditionFailure(error)) return null
    throw error
  }
}

/**
 * What a report was written on must not grow under it: neither by a new call, nor by a failed one that is tried again, nor by
 * an answer that comes late. The same goes for a run that ended without one.
 * @param now epoch milliseconds
 * @throws Fault `E_STOP_REQUIRED`
 */
export function refuseClosed(run: RunItem, now: number): void {
  const state = stateAt(run, now)
  if (state === 'OPEN' || state === 'RUNNING') return
  const why = state === 'FAILED' ? 'is over its time' : 'has its report'
  throw new Fault('E_STOP_REQUIRED', { message: `This run ${why} and takes no further calls.` })
}

/** True for a known call with the same arguments; false when nothing speaks against a new round. */
function whyRefused(run: RunItem, request: CallRequest, { limits, now }: LedgerContext): boolean {
  if (run.owner !== request.owner) throw new Fault('E_RUN_FORBIDDEN')
  const known = run.log.find((e) => e.tool_call_id === request.toolCallId)
  if (known !== undefined) {
    if (known.args_digest !== request.argsDigest) throw new Fault('E_TOOL_CALL_CONFLICT')
    return true
  }
  refuseClosed(run, now())
  const stop = run.stop_reason ?? (run.log.length >= limits.budget ? 'BUDGET_EXHAUSTED' : null)
  if (stop !== null) throw new Fault('E_STOP_REQUIRED', { details: [{ path: 'stop_reason', message: stop }] })
  return false
}
