import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
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
import { type RunItem, runItem } from './run-item.ts'

/**
 * Pushes a run's expiry for a call that is tried again, as its reservation did: the new record must not outlive the run.
 * @throws Fault `E_LEDGER_UNAVAILABLE` when the run expired in this moment: the next try opens it anew
 */
export async function renewRun(context: LedgerContext, access: RunAccess, known: RunItem): Promise<RunItem> {
  const now = context.now()
  try {
    const reply = await context.client.send(
      new UpdateCommand({
        TableName: context.table,
        Key: runKey(access.runId),
        UpdateExpression: 'SET #expires = :expires, #updated = :updated',
        ConditionExpression: `#owner = :owner AND ${isLive}`,
        ExpressionAttributeNames: { '#expires': 'expires_at', '#updated': 'updated_at', '#owner': 'owner' },
        ExpressionAttributeValues: {
          // Never back: what stands may be later, by another clock or an older setting.
          ':expires': Math.max(known.expires_at, epochSeconds(now) + context.ttlSeconds),
          ':updated': isoTime(now),
          ':owner': access.owner,
          ...liveValues(now),
        },
        ReturnValues: 'ALL_NEW',
      }),
      within(access.deadline),
    )
    return runItem.parse(reply.Attributes)
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'run_expired' }, cause: error })
  }
}
