// Where guard and ledger meet: one stored draft, checked against what its run recorded. The workflow's functions ask for this
// again and again, on the same stored text, instead of handing verdicts and evidence to each other through its state.
import type { DiagnosisDraft } from '../contract/draft.ts'
import type { GuardVerdict } from '../contract/verdict.ts'
import { checkDraft } from '../guard/check-draft.ts'
import { citedToolCalls } from '../guard/cited-tool-calls.ts'
import { type OpenedDraft, openDraft } from '../guard/open-draft.ts'
import { parseDraftText } from '../guard/parse-draft-text.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { RunAccess } from '../ledger/ledger-context.ts'

export type VerifiedDraft = {
  /** Null when it has not the shape of a draft. */
  readonly draft: DiagnosisDraft | null
  readonly verdict: GuardVerdict
}

export type VerificationPorts = {
  readonly ledger: Pick<Ledger, 'readCited'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A draft as a model handed it in: a JSON value, or text that is still to be parsed. */
export function openAnyDraft(draft: unknown): OpenedDraft {
  return typeof draft === 'string' ? parseDraftText(draft) : openDraft(draft)
}

/**
 * A draft without shape cites nothing, but its run is still read: another caller's run answers nobody else.
 * @throws Fault `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`
 */
export async function verifyOpened(
  { ledger, now }: VerificationPorts,
  access: RunAccess,
  opened: OpenedDraft,
  requireQuotes: boolean,
): Promise<VerifiedDraft> {
  const cited = await ledger.readCited(access, citedToolCalls(opened))
  const verdict = checkDraft(opened, cited, { requireQuotes, now: now() })
  return { draft: opened.wellFormed ? opened.draft : null, verdict }
}

/** The same for a draft as a model handed it in. */
export function verifyDraft(
  ports: VerificationPorts,
  access: RunAccess,
  draft: unknown,
  requireQuotes: boolean,
): Promise<VerifiedDraft> {
  return verifyOpened(ports, access, openAnyDraft(draft), requireQuotes)
}
