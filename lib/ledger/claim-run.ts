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
  meter,
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
  await refuseIfOthersRemain(context, access)
  const now = context.now()
  const run: RunItem = {
    run_id: access.runId,
    owner: access.owner,
    question: null,
    state: 'OPEN',
    created_at: isoTime(now),
    updated_at: isoTime(now),
    expires_at: epochSeconds(now) + context.ttlSeconds,
    log: [first],
    fills: 0,
    schema_version: 1,
  }
  try {
    const reply = await context.client.send(
      new PutCommand({
        TableName: context.table,
        Item: { ...runKey(access.runId), ...run, call_ids: new Set([first.tool_call_id]) },
        ConditionExpression: `attribute_not_exists(#item) OR NOT (${isLive})`,
        ExpressionAttributeNames: { '#item': 'item', '#expires': 'expires_at' },
        ExpressionAttributeValues: liveValues(now),
        ReturnConsumedCapacity: 'TOTAL',
      }),
      within(access.deadline),
    )
    meter(context, 'claim', reply)
    return run
  } catch (error) {
    if (isConditionFailure(error)) return null
    throw error
  }
}

async function refuseIfOthersRemain(context: LedgerContext, { runId, owner, deadline }: RunAccess): Promise<void> {
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
        ReturnConsumedCapacity: 'TOTAL',
      }),
      within(deadline),
    )
    meter(context, 'claim-check', reply)
    const others = (reply.Items ?? []).some((item) => item.owner !== owner && !isExpired(item, context.now()))
    if (others) throw new Fault('E_RUN_FORBIDDEN')
    from = reply.LastEvaluatedKey
  } while (from !== undefined)
}
