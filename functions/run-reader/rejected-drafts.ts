// The drafts that did not pass, with what was found then. People read a run when its records may have expired or be gone; that
// says nothing about its drafts, so each is judged as at its own time, and what a guard stored is not judged again.
import type { RejectedDraft } from '../../lib/contract/report.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import type { Violation } from '../../lib/contract/verdict.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import type { StoredRun } from '../../lib/ledger/read-run.ts'
import { verifyAsOf } from '../../lib/verification/verify-as-of.ts'
import { wasRejected } from './was-rejected.ts'

type DraftTurn = TurnItem & { readonly draft: unknown }

/**
 * A draft that was reviewed had passed the evidence guard, so the one that was published is never among these, whatever has
 * expired since.
 * @throws Fault `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`
 */
export async function rejectedDrafts(
  ledger: Pick<Ledger, 'readCited'>,
  access: RunAccess,
  stored: StoredRun,
): Promise<RejectedDraft[]> {
  const gone = callsGone(stored)
  const judged = await Promise.all(
    stored.turns.filter(hasDraft).map(async (turn) => {
      const { n, draft, draft_refused: refused } = turn
      const repair = stored.turns.find((t) => t.n === n + 1 && t.kind === 'repair')
      const semantic = stored.reviews.get(n) ?? null
      // The guard was asked between its turn and the next one.
      const at = Date.parse((repair ?? turn).created_at)
      const violations =
        storedViolations(stored, turn) ?? (await verifyAsOf({ ledger }, access, draft, at, gone)).violations
      if (!wasRejected({ refused, repaired: repair !== undefined, violations, semantic }, gone)) return []
      return [{ turn: n, draft, violations, semantic, ...(refused !== undefined && { refused }) }]
    }),
  )
  return judged.flat()
}

const hasDraft = (turn: TurnItem): turn is DraftTurn => turn.draft !== undefined

/** What the evidence guard is known to have said: nothing of a draft that was reviewed, and of its last one a fallback tells. */
function storedViolations({ turns, reviews, report }: StoredRun, { n }: DraftTurn): Violation[] | null {
  if (reviews.has(n)) return []
  return report?.status === 'FALLBACK' && turns.findLast(hasDraft)?.n === n ? report.violations : null
}

/** Calls that the log says were answered, and whose record has expired: it may be deleted, which makes it no unknown call. */
function callsGone({ calls }: StoredRun): ReadonlySet<string> {
  return new Set(calls.flatMap((c) => (c.record === null && c.entry?.fill !== undefined ? [c.toolCallId] : [])))
}
