import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import {
  epochSeconds,
  isConditionFailure,
  isExpired,
  isLive,
  isoTime,
  type LedgerContext,
  liveValues,
  type RunAccess,
} from './ledger-context.ts'
import { runKey } from './ledger-table.ts'
import type { LogEntry, RunItem } from './run-item.ts'

/**
 * Opens a run that does not exist, with its first call, and binds it to the caller. A run id is never handed to another
 * owner while any unexpired item of it exists: audits and reports outlive the run (spec 03, "Owner").
 * @returns null when another caller opened it in the meantime
 * @throws Fault `E_RUN_FORBIDDEN`
 */
export async function claimRun(context: LedgerContext, access: RunAccess, first: LogEntry): Promise<RunItem | null> {
  const left = await ownersLeft(context, access)
  if (left.some((owner) => owner !== access.owner)) throw new Fault('E_RUN_FORBIDDEN')
  return createRun(context, access, { question: null, state: 'OPEN', log: [first] })
}

/**
 * Opens a run for a question, in state RUNNING; its workflow must be through by `fails_at`.
 * @param lifeSeconds what the workflow may take at most
 * @throws Fault `E_RUN_EXISTS` when anything of a run of the caller's with this id is left, `E_RUN_FORBIDDEN` for another's
 */
export async function openRun(
  context: LedgerContext,
  access: RunAccess,
  question: string,
  lifeSeconds: number,
): Promise<void> {
  const left = await ownersLeft(context, access)
  if (left.length > 0) throw new Fault(left.every((o) => o === access.owner) ? 'E_RUN_EXISTS' : 'E_RUN_FORBIDDEN')
  const fails_at = epochSeconds(context.now()) + lifeSeconds
  const run = await createRun(context, access, { question, state: 'RUNNING', log: [], fails_at })
  // Somebody was faster, and who it was only a new read would tell.
  if (run === null) return openRun(context, access, question, lifeSeconds)
}

async function createRun(
  context: LedgerContext,
  access: RunAccess,
  opening: Pick<RunItem, 'question' | 'state' | 'log' | 'fails_at'>,
): Promise<RunItem | null> {
  const now = context.now()
  const run: RunItem = {
    run_id: access.runId,
    owner: access.owner,
    created_at: isoTime(now),
    updated_at: isoTime(now),
    expires_at: epochSeconds(now) + context.ttlSeconds,
    fills: 0,
    schema_version: 1,
    ...opening,
  }
  // A set cannot be empty; the first call's reservation makes it.
  const ids = opening.log.map((entry) => entry.tool_call_id)
  try {
    await context.client.send(
      new PutCommand({
        TableName: context.table,
        Item: { ...runKey(access.runId), ...run, ...(ids.length > 0 && { call_ids: new Set(ids) }) },
        ConditionExpression: `attribute_not_exists(#item) OR NOT (${isLive})`,
        ExpressionAttributeNames: { '#item': 'item', '#expires': 'expires_at' },
        ExpressionAttributeValues: liveValues(now),
      }),
      within(access.deadline),
    )
    return run
  } catch (error) {
    if (isConditionFailure(error)) return null
    throw error
  }
}

/** The owners of what is left under a run id and has not expired, one an item. Strongly consistent. */
async function ownersLeft(context: LedgerContext, { runId, deadline }: RunAccess): Promise<unknown[]> {
  const owners: unknown[] = []
  let from: Record<string, unknown> | undefined
  do {
    const reply = await context.client.send(
      new QueryCommand({
        TableName: context.table,
        KeyConditionExpression: 'run_id = :run',
        ProjectionExpression: '#item, #owner, #expires',
        ExpressionAttributeNames: { '#item': 'item', '#owner': 'owner', '#expires': 'expires_at' },
        ExpressionAttributeValues: { ':run': runId },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
      within(deadline),
    )
    owners.push(...(reply.Items ?? []).filter((item) => !isExpired(item, context.now())).map((item) => item.owner))
    from = reply.LastEvaluatedKey
  } while (from !== undefined)
  return owners
}
