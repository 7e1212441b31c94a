// The drafts that did not pass, with what was found then. People read a run when its records may have expired or be gone; that
// says nothing about its drafts, so each is judged as at its own time, and what a guard stored is not judged again.
import type { DiagnosisReport, RejectedDraft } from '../../lib/contract/report.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import type { Violation } from '../../lib/contract/verdict.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import { openRecord } from '../../lib/ledger/open-record.ts'
import type { StoredRun } from '../../lib/ledger/read-run.ts'
import { verifyDraft } from '../../lib/verification/verify-draft.ts'

type DraftTurn = TurnItem & { readonly draft: unknown }
type CitedReader = Pick<Ledger, 'readCited'>

/**
 * A draft that was reviewed had passed the evidence guard, so the one that was published is never among these, whatever has
 * expired since.
 * @throws Fault `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`
 */
export async function rejectedDrafts(
  ledger: CitedReader,
  access: RunAccess,
  stored: StoredRun,
): Promise<RejectedDraft[]> {
  const gone = callsGone(stored)
  const turns = stored.turns.filter((turn): turn is DraftTurn => turn.draft !== undefined)
  const judged = await Promise.all(
    turns.map(async (turn) => {
      const { n, draft, draft_refused: refused } = turn
      const semantic = stored.reviews.get(n) ?? null
      const told = stored.turns.find((t) => t.n === n + 1 && t.kind === 'repair')
      const violations =
        semantic !== null
          ? []
          : (violationsOfLast(stored.report, turn, turns) ??
            (await violationsAt(ledger, access, draft, Date.parse((told ?? turn).created_at), gone)))
      const found = violations.some((v) => v.code !== 'TOOL_CALL_EXPIRED' || !gone.has(v.tool_call_id ?? ''))
      const stopped = semantic?.rows.some((row) => row.verdict !== 'SUPPORTED') === true
      const rejected = refused !== undefined || told !== undefined || stopped || found
      return rejected ? [{ turn: n, draft, violations, semantic, ...(refused !== undefined && { refused }) }] : []
    }),
  )
  return judged.flat()
}

/** A fallback stored what the guard found in the last draft. */
function violationsOfLast(
  report: DiagnosisReport | null,
  { n }: DraftTurn,
  turns: readonly DraftTurn[],
): Violation[] | null {
  return report?.status === 'FALLBACK' && turns.at(-1)?.n === n ? report.violations : null
}

/** The guard is pure: at the time when it was asked it says what it said then, as far as the records are still there. */
async function violationsAt(
  ledger: CitedReader,
  access: RunAccess,
  draft: unknown,
  at: number,
  gone: ReadonlySet<string>,
): Promise<Violation[]> {
  const readCited: CitedReader['readCited'] = async (of, ids) => {
    const cited = await ledger.readCited(of, ids)
    const lost = ids.filter((id) => gone.has(id) && !cited.records.has(id))
    const stubs = lost.map((id) => [id, openRecord({ run_id: of.runId, owner: of.owner, item: `CALL#${id}` })] as const)
    return { ...cited, records: new Map([...cited.records, ...stubs]) }
  }
  return (await verifyDraft({ ledger: { readCited }, now: () => at }, access, draft, true)).verdict.violations
}

/** Calls that the log says were answered, and whose record has expired: it may be deleted, which makes it no unknown call. */
function callsGone({ calls }: StoredRun): ReadonlySet<string> {
  return new Set(calls.flatMap((c) => (c.record === null && c.entry?.fill !== undefined ? [c.toolCallId] : [])))
}
