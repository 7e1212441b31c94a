// Step 3 of a call: its record, written once. What was READY never changes; a FAILED or expired one may be replaced.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import { type CanonicalInvocation, canonicalInvocation } from '../contract/invocation.ts'
import {
  isConditionFailure,
  isExpired,
  isLive,
  type LedgerContext,
  liveValues,
  type RunAccess,
} from './ledger-context.ts'
import { callKey, ownerCallOf } from './ledger-table.ts'

/** The stored record of one call of the caller's; null when there is none, or it has expired. Strongly consistent. */
export async function readCall(
  context: LedgerContext,
  { runId, owner, deadline }: RunAccess,
  toolCallId: string,
): Promise<CanonicalInvocation | null> {
  const reply = await context.client.send(
    new GetCommand({
      TableName: context.table,
      Key: callKey(runId, toolCallId),
      ConsistentRead: true,
    }),
    within(deadline),
  )
  if (reply.Item === undefined || isExpired(reply.Item, context.now())) return null
  const record = canonicalInvocation.parse(reply.Item)
  return record.owner === owner ? record : null
}

/**
 * Writes the record unless another writer was first.
 * @returns the record that stands: the given one, or the winner's
 */
export async function putCall(
  context: LedgerContext,
  record: CanonicalInvocation,
  deadline: number,
): Promise<CanonicalInvocation> {
  try {
    await context.client.send(
      new PutCommand({
        TableName: context.table,
        Item: {
          ...callKey(record.run_id, record.tool_call_id),
          ...record,
          owner_call: ownerCallOf(record.owner, record.tool_call_id),
        },
        ConditionExpression: `attribute_not_exists(#item) OR #status = :failed OR NOT (${isLive})`,
        ExpressionAttributeNames: { '#item': 'item', '#status': 'status', '#expires': 'expires_at' },
        ExpressionAttributeValues: { ':failed': 'FAILED', ...liveValues(context.now()) },
      }),
      within(deadline),
    )
    return record
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const access = { runId: record.run_id, owner: record.owner, deadline }
    const winner = await readCall(context, access, record.tool_call_id)
    if (winner === null)
      throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'winner_vanished' }, cause: error })
    // A lost answer makes the SDK write again: what stands then is our own.
    return winner.attempt === record.attempt ? record : winner
  }
}
