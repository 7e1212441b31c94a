// What people need to find out why (spec 03): written beside a call, never shown to the agent, never in a call's way.
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { within } from '../aws/document-client.ts'
import { limits } from '../contract/limits.ts'
import { countBytes } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'
import { epochSeconds, isoTime, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { auditKey } from './ledger-table.ts'

/** Anything that serialises: traces, counts, scores by evidence key, durations, request ids, warnings, the error. */
export type Audit = Readonly<Record<string, unknown>>

/** A stored audit. `text` is its JSON, or, when `cut`, the JSON's start. */
export const auditItem = z.object({
  tool_call_id: z.string(),
  attempt: z.string(),
  owner: z.string(),
  created_at: z.string(),
  expires_at: z.number(),
  cut: z.boolean(),
  text: z.string(),
})
export type AuditItem = Readonly<z.infer<typeof auditItem>>

export type AuditFailure = { readonly runId: string; readonly item: AuditItem; readonly error: unknown }

/**
 * Writes one audit. A failure is handed to `onFailure` with the whole record, and the call goes on.
 * @param attempt distinguishes the attempts of one call; later ones sort behind earlier ones
 */
export async function writeAudit(
  context: LedgerContext & { readonly onAuditFailure: (failure: AuditFailure) => void },
  access: RunAccess,
  toolCallId: string,
  attempt: string,
  audit: Audit,
): Promise<void> {
  const item = auditItemOf(context, access.owner, toolCallId, attempt, audit)
  try {
    await context.client.send(
      new PutCommand({
        TableName: context.table,
        Item: { ...auditKey(access.runId, toolCallId, attempt), ...item },
      }),
      within(access.deadline),
    )
  } catch (error) {
    context.onAuditFailure({ runId: access.runId, item, error })
  }
}

function auditItemOf(
  { now, auditTtlSeconds }: LedgerContext,
  owner: string,
  toolCallId: string,
  attempt: string,
  audit: Audit,
): AuditItem {
  const json = serialise(audit)
  const cut = countBytes(json) > limits.ledger.auditBytes
  return {
    tool_call_id: toolCallId,
    attempt,
    owner,
    created_at: isoTime(now()),
    expires_at: epochSeconds(now()) + auditTtlSeconds,
    cut,
    text: cut ? startWithin(json, limits.ledger.auditBytes) : json,
  }
}

/** An audit never stands in its call's way, not even one that does not serialise. */
function serialise(audit: Audit): string {
  try {
    return wellFormed(JSON.stringify(audit))
  } catch (error) {
    return JSON.stringify({ status: audit.status, unserialisable: String(error) })
  }
}

/** The longest start of `text` within `maxBytes` of UTF-8 that does not split a character. */
function startWithin(text: string, maxBytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true })
}

/** An audit as people read it: its JSON, or a mark and the start of the text when it was cut. */
export function openAudit(item: AuditItem): unknown {
  const head = { attempt: item.attempt, created_at: item.created_at }
  return item.cut ? { ...head, cut: true, text: item.text } : { ...head, ...JSON.parse(item.text) }
}
