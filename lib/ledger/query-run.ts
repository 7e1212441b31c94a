import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { type LedgerContext, meter, type RunAccess } from './ledger-context.ts'

/**
 * All items of a run by sort key, whoever owns them and expired or not. Strongly consistent.
 * @param prefix of the sort keys; '' for all
 * @param operation what the capacity is reported under
 */
export async function queryRun(
  context: LedgerContext,
  { runId, deadline }: RunAccess,
  prefix: string,
  operation: string,
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
        ReturnConsumedCapacity: 'TOTAL',
      }),
      within(deadline),
    )
    meter(context, operation, reply)
    items.push(...(reply.Items ?? []))
    from = reply.LastEvaluatedKey
  } while (from !== undefined)
  return items
}
