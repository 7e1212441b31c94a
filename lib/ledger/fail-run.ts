import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { epochSeconds, isoTime, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { runKey } from './ledger-table.ts'

/** Lets a RUNNING run be over its time at once, so that every reader sees it FAILED. */
export async function failRun(context: LedgerContext, { runId, owner, deadline }: RunAccess): Promise<void> {
  const now = context.now()
  await context.client.send(
    new UpdateCommand({
      TableName: context.table,
      Key: runKey(runId),
      UpdateExpression: 'SET #fails = :now, #updated = :updated',
      ConditionExpression: '#owner = :owner AND #state = :running',
      ExpressionAttributeNames: {
        '#fails': 'fails_at',
        '#updated': 'updated_at',
        '#owner': 'owner',
        '#state': 'state',
      },
      ExpressionAttributeValues: {
        ':now': epochSeconds(now),
        ':updated': isoTime(now),
        ':owner': owner,
        ':running': 'RUNNING',
      },
    }),
    within(deadline),
  )
}
