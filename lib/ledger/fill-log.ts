// Step 4 of a call: the log learns what the call brought, and a stop that this reaches is said in the same write.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import type { CanonicalInvocation } from '../contract/invocation.ts'
import { ragToolResult } from '../contract/rag-tool-result.ts'
import { type Accounting, account } from './accounting.ts'
import { evidenceDigest } from './digest.ts'
import { isConditionFailure, isoTime, type LedgerContext } from './ledger-context.ts'
import { runKey } from './ledger-table.ts'
import { readRunItem } from './read-run-item.ts'
import { type LogFill, type RunItem, runItem } from './run-item.ts'

/** Each round that fails means that another call's fill got through. */
const maxRounds = 50

/**
 * Fills the entry of `record`, once: a repeat changes nothing. A later success takes the place of a failure, as its record
 * did, and is judged where it stands now; a failure that comes late never takes the place of a success.
 * @throws Fault `E_INTERNAL` for a record that is not the one that was filled in: the log is never overwritten with it
 * @param known the run as last seen, which saves a read when nothing else happened
 * @returns the accounting after it
 */
export async function fillLog(
  context: LedgerContext,
  known: RunItem,
  record: CanonicalInvocation,
  deadline: number,
): Promise<Accounting> {
  let run: RunItem | null = known
  for (let round = 0; round < maxRounds && run !== null; round += 1) {
    const index = run.log.findIndex((e) => e.tool_call_id === record.tool_call_id)
    if (index < 0) break
    const { fill } = run.log[index] ?? {}
    if (holds(fill, record)) return accountOf(context, run)
    if (fill !== undefined && contradicts(fill, record)) {
      throw new Fault('E_INTERNAL', { context: { reason: 'record_altered', run_id: record.run_id } })
    }
    const filled = await writeFill(context, run, index, fillOf(record, run.fills), deadline)
    if (filled !== null) return accountOf(context, filled)
    run = await readRunItem(context, record.run_id, deadline)
  }
  throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'fill_contention', run_id: record.run_id } })
}

const accountOf = (context: LedgerContext, run: RunItem) => account(run.log, context.limits, run.stop_reason ?? null)

/** Whether the log says already what `record` brought, or something better. */
function holds(fill: LogFill | undefined, { projection_sha256 }: CanonicalInvocation): boolean {
  return fill !== undefined && (projection_sha256 === null || fill.projection_sha256 === projection_sha256)
}

/** The log tells of this very record, and of another text. */
export function contradicts(
  fill: LogFill,
  record: Pick<CanonicalInvocation, 'attempt' | 'projection_sha256'>,
): boolean {
  return (
    fill.projection_sha256 !== null &&
    fill.attempt === record.attempt &&
    fill.projection_sha256 !== record.projection_sha256
  )
}

function fillOf(record: CanonicalInvocation, order: number): LogFill {
  const evidence = record.projection === null ? [] : ragToolResult.parse(JSON.parse(record.projection)).evidence
  return {
    order,
    projection_sha256: record.projection_sha256,
    attempt: record.attempt,
    evidence: evidence.map((item) => evidenceDigest(item.document_id)),
  }
}

/** Null when another call was let in or filled first: the accounting, and so the stop, must be worked out anew. */
async function writeFill(
  context: LedgerContext,
  run: RunItem,
  index: number,
  fill: LogFill,
  deadline: number,
): Promise<RunItem | null> {
  const log = run.log.map((entry, i) => (i === index ? { ...entry, fill } : entry))
  const { stopReason } = account(log, context.limits, run.stop_reason ?? null)
  try {
    const reply = await context.client.send(
      new UpdateCommand({
        TableName: context.table,
        Key: runKey(run.run_id),
        UpdateExpression: `SET #log[${index}].#fill = :fill, #fills = :after, #updated = :updated${stopReason === null ? '' : ', #stop = :stop'}`,
        ConditionExpression: `#owner = :owner AND #fills = :before AND size(#log) = :size AND #log[${index}].#id = :id`,
        ExpressionAttributeNames: {
          '#log': 'log',
          '#fill': 'fill',
          '#fills': 'fills',
          '#updated': 'updated_at',
          '#owner': 'owner',
          '#id': 'tool_call_id',
          ...(stopReason !== null && { '#stop': 'stop_reason' }),
        },
        ExpressionAttributeValues: {
          ':fill': fill,
          ':before': run.fills,
          ':size': log.length,
          ':after': run.fills + 1,
          ':updated': isoTime(context.now()),
          ':owner': run.owner,
          ':id': log[index]?.tool_call_id,
          ...(stopReason !== null && { ':stop': stopReason }),
        },
        ReturnValues: 'ALL_NEW',
      }),
      within(deadline),
    )
    return runItem.parse(reply.Attributes)
  } catch (error) {
    if (isConditionFailure(error)) return null
    throw error
  }
}
