// A draft judged as at another time: people read a run when its records may have expired or be gone, and what a guard said then
// must not depend on that.
import type { GuardVerdict } from '../contract/verdict.ts'
import { checkDraft } from '../guard/check-draft.ts'
import { citedToolCalls } from '../guard/cited-tool-calls.ts'
import type { RunAccess } from '../ledger/ledger-context.ts'
import { expiredRecord } from '../ledger/open-record.ts'
import { openAnyDraft, type VerificationPorts } from './verify-draft.ts'

/**
 * What the guard says of a draft as a model handed it in, as far as its records are still there. Quotes are required, as in the
 * workflow.
 * @param at epoch milliseconds, against which records expire
 * @param goneIds calls that are known to have been answered: where the record of one was deleted, the call counts as expired,
 *   not as unknown
 * @throws Fault `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`
 */
export async function verifyAsOf(
  { ledger }: Pick<VerificationPorts, 'ledger'>,
  access: RunAccess,
  draft: unknown,
  at: number,
  goneIds: ReadonlySet<string>,
): Promise<GuardVerdict> {
  const opened = openAnyDraft(draft)
  const ids = citedToolCalls(opened)
  const cited = await ledger.readCited(access, ids)
  const lost = ids.filter((id) => goneIds.has(id) && !cited.records.has(id))
  const records = new Map([...cited.records, ...lost.map((id) => [id, expiredRecord(access, id)] as const)])
  return checkDraft(opened, { ...cited, records }, { requireQuotes: true, now: at })
}
