// Why a stored draft was rejected, from what is stored: through the state machine go verdicts and counts only (spec 06).
import type { TurnItem } from '../../lib/contract/turn.ts'
import { listProblems, type Rejection } from '../../lib/diagnosis/list-problems.ts'
import type { DiagnosisRun } from '../../lib/ledger/diagnosis-ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import { type VerificationPorts, verifyDraft } from '../../lib/verification/verify-draft.ts'

/** @throws Fault `E_LEDGER_UNAVAILABLE` */
export async function whyRejected(
  ports: VerificationPorts,
  access: RunAccess,
  run: Pick<DiagnosisRun, 'reviews'>,
  turn: TurnItem,
): Promise<Rejection> {
  const { verdict } = await verifyDraft(ports, access, turn.draft, true)
  return listProblems({
    refused: turn.draft_refused ?? [],
    verdict,
    rows: run.reviews.get(turn.n)?.rows ?? [],
  })
}
