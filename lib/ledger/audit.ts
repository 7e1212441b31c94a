// What people need to find out why (spec 03): written beside a call, never shown to the agent, never in a call's way.
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { within } from '../aws/document-client.ts'
import { limits } from '../contract/limits.ts'
import { countBytes, cutText } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'
import { epochSeconds, isoTime, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { auditKey } from './ledger-table.ts'

/**
 * Anything that serialises: traces, counts, scores by evidence key, durations, request ids, warnings, the error. `packed_text`,
 * which is the longest and only repeats what the view shows, is what an audit over its limit is cut by first.
 */
export type Audit = Readonly<Record<string, unknown>> & { readonly packed_text?: string }

/** A stored audit. `text` is its JSON; when `cut`, the JSON with less of the packed text, or, if that was not enough, its start. */
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
  const { text, cut } = textWithin(audit, limits.ledger.auditBytes)
  return {
    tool_call_id: toolCallId,
    attempt,
    owner,
    created_at: isoTime(now()),
    expires_at: epochSeconds(now()) + auditTtlSeconds,
    cut,
    text,
  }
}

/** An audit as JSON within `maxBytes`: with less of its packed text, else with none of it and cut where the limit is. */
function textWithin(audit: Audit, maxBytes: number): { readonly text: string; readonly cut: boolean } {
  const whole = serialise(audit)
  if (countBytes(whole) <= maxBytes) return { text: whole, cut: false }
  const { packed_text: packed, ...others } = audit
  const rest = serialise(others)
  if (packed === undefined || countBytes(rest) > maxBytes) return { text: startWithin(rest, maxBytes), cut: true }
  const withStart = (chars: number) => serialise({ ...others, packed_text: `${cutText(packed, chars).text}...` })
  // No character takes less than a byte.
  let [fits, tooLong] = [0, Math.min(packed.length, maxBytes)]
  while (tooLong - fits > 1) {
    const chars = Math.floor((fits + tooLong) / 2)
    if (countBytes(withStart(chars)) <= maxBytes) fits = chars
    else tooLong = chars
  }
  return { text: fits === 0 ? rest : withStart(fits), cut: true }
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

/** An audit as people read it: its JSON, with a mark when it was cut; the start of its text when no JSON is left. */
export function openAudit(item: AuditItem): Readonly<Record<string, unknown>> {
  const head = { attempt: item.attempt, created_at: item.created_at }
  if (!item.cut) return { ...head, ...JSON.parse(item.text) }
  try {
    return { ...head, cut: true, ...JSON.parse(item.text) }
  } catch {
    return { ...head, cut: true, text: item.text }
  }
}
