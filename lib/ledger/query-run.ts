import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import type { LedgerContext, RunAccess } from './ledger-context.ts'

/**
 * All items of a run by sort key, whoever owns them and expired or not. Strongly consistent.
 * @param prefix of the sort keys; '' for all
 */
export async function queryRun(
  context: LedgerContext,
  { runId, deadline }: RunAccess,
  prefix: string,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const reply = await context.client.send(
      new QueryCommand({
        TableName: context.table,
        KeyConditionExpression: prefix === '' ? 'run_id = :run' : 'run_id = :run AND begins_with(#item, :prefix)',
        ...(prefix !== '' && { ExpressionAttributeNames: { '#item': 'item' } }),
        ExpressionAttributeValues: { ':run': runId, ...(prefix !== '' && { ':prefix': prefix }) },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
      within(deadline),
    )
    items.push(...(reply.Items ?? []))
    from = reply.LastEvaluatedKey
  } while (from !== undefined)
  return items
}
