// Turns and reports: written once. A duplicate execution of a task gets what the first one wrote.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import {
  isConditionFailure,
  isExpired,
  isLive,
  isoTime,
  type LedgerContext,
  liveValues,
  type RunAccess,
} from './ledger-context.ts'
import { packJson, unpackJson } from './pack-json.ts'

type ItemKey = { readonly run_id: string; readonly item: string }

/**
 * Writes `value` under `key` unless something unexpired stands there.
 * @param expiresAt epoch seconds; null: kept
 * @param beside attributes of the item beside its body
 * @returns what stands: `value`, or the first writer's
 * @throws Fault `E_RUN_FORBIDDEN` when what stands is another caller's
 */
export async function putOnce(
  context: LedgerContext,
  access: RunAccess,
  key: ItemKey,
  value: unknown,
  expiresAt: number | null,
  beside: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const item = {
    ...beside,
    ...key,
    owner: access.owner,
    body: packJson(value),
    created_at: isoTime(context.now()),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  }
  try {
    await context.client.send(
      new PutCommand({
        TableName: context.table,
        Item: item,
        // A report has no expiry, and stands for ever.
        ConditionExpression: `attribute_not_exists(#item) OR (attribute_exists(#expires) AND NOT (${isLive}))`,
        ExpressionAttributeNames: { '#item': 'item', '#expires': 'expires_at' },
        ExpressionAttributeValues: liveValues(context.now()),
      }),
      within(access.deadline),
    )
    return value
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    const winner = await readOnce(context, access, key)
    if (winner === undefined) throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'winner_vanished' } })
    return winner
  }
}

/**
 * What was written under `key`; undefined when nothing unexpired stands there. Strongly consistent.
 * @throws Fault `E_RUN_FORBIDDEN` when what stands is another caller's
 */
export async function readOnce(context: LedgerContext, { owner, deadline }: RunAccess, key: ItemKey): Promise<unknown> {
  const reply = await context.client.send(
    new GetCommand({ TableName: context.table, Key: key, ConsistentRead: true }),
    within(deadline),
  )
  if (reply.Item === undefined || isExpired(reply.Item, context.now())) return undefined
  if (reply.Item.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
  return unpackJson(reply.Item.body)
}
