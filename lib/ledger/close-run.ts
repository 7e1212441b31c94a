import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import type { DiagnosisReport } from '../contract/report.ts'
import { isConditionFailure, isoTime, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { runKey } from './ledger-table.ts'

/** Lets a run that has its report take no further calls. Closing it again changes nothing. */
export async function closeRun(
  context: LedgerContext,
  { runId, owner, deadline }: RunAccess,
  status: DiagnosisReport['status'],
): Promise<void> {
  try {
    await context.client.send(
      new UpdateCommand({
        TableName: context.table,
        Key: runKey(runId),
        UpdateExpression: 'SET #state = :status, #updated = :updated',
        ConditionExpression: '#owner = :owner AND #state = :running',
        ExpressionAttributeNames: { '#state': 'state', '#updated': 'updated_at', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':status': status,
          ':updated': isoTime(context.now()),
          ':owner': owner,
          ':running': 'RUNNING',
        },
      }),
      within(deadline),
    )
  } catch (error) {
    if (!isConditionFailure(error)) throw error
  }
}
