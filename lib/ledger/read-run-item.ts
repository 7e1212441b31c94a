import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { isExpired, type LedgerContext } from './ledger-context.ts'
import { runKey } from './ledger-table.ts'
import { type RunItem, runItem } from './run-item.ts'

/** The run, whoever owns it; null when there is none or it has expired. Strongly consistent. */
export async function readRunItem(context: LedgerContext, runId: string, deadline: number): Promise<RunItem | null> {
  const reply = await context.client.send(
    new GetCommand({
      TableName: context.table,
      Key: runKey(runId),
      ConsistentRead: true,
    }),
    within(deadline),
  )
  return reply.Item === undefined || isExpired(reply.Item, context.now()) ? null : runItem.parse(reply.Item)
}
