// A run as people read it, whether as JSON or as a page: what the agent saw, call by call, and why it ended as it did.
import type { RejectedDraft } from '../../lib/contract/report.ts'
import type { RunView } from '../../lib/contract/run.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import { openAudit } from '../../lib/ledger/audit.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import type { StoredRun } from '../../lib/ledger/read-run.ts'
import { type VerificationPorts, verifyDraft } from '../../lib/verification/verify-draft.ts'

export type ViewPorts = VerificationPorts & { readonly ledger: Pick<Ledger, 'readRun' | 'readCited'> }

const withoutReport = 'The diagnosis ended, or ran out of time, before it could write a report. Start another run.'

/** @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE` */
export async function viewRun(ports: ViewPorts, access: RunAccess): Promise<RunView> {
  const stored = await ports.ledger.readRun(access)
  const { run, state, harness, calls, turns, report } = stored
  const oldest = calls.flatMap((call) => call.audits.map((audit) => audit.created_at)).sort()[0]
  return {
    run_id: access.runId,
    state,
    ...(state === 'FAILED' && { failure: withoutReport }),
    question: run?.question ?? report?.question ?? null,
    created_at: run?.created_at ?? report?.published_at ?? oldest ?? '',
    harness: {
      no_gain_streak: harness.no_gain_streak,
      tool_calls_used: harness.tool_calls_used,
      tool_calls_budget: harness.tool_calls_budget,
      stop_required: harness.stop_required,
      stop_reason: harness.stop_reason,
    },
    report,
    invocations: calls.map(invocationOf),
    turns: [...turns],
    drafts: await rejectedDrafts(ports, access, stored),
    cut: false,
  }
}

function invocationOf({
  toolCallId,
  entry,
  record,
  audits,
}: StoredRun['calls'][number]): RunView['invocations'][number] {
  return {
    tool_call_id: toolCallId,
    tool: record?.tool ?? entry?.tool ?? 'unknown',
    status: record?.status ?? 'UNFINISHED',
    origin: record?.origin ?? null,
    result: record === null || record.projection === null ? null : opened(record.projection),
    error: record?.error ?? null,
    created_at: record?.created_at ?? entry?.reserved_at ?? null,
    // Answered once, and no longer there: its time has passed.
    expired: record === null && (entry === null || entry.fill !== undefined),
    audit: audits.map(openAudit),
  }
}

/** The drafts that did not pass, each checked again as it was stored: the guard is pure, so it says what it said then. */
async function rejectedDrafts(
  ports: ViewPorts,
  access: RunAccess,
  { turns, reviews }: StoredRun,
): Promise<RejectedDraft[]> {
  const drafts = turns.filter((turn): turn is TurnItem & { draft: unknown } => turn.draft !== undefined)
  const checked = await Promise.all(
    drafts.map(async ({ n, draft, draft_refused: refused }) => {
      const { violations } = (await verifyDraft(ports, access, draft, true)).verdict
      const semantic = reviews.get(n) ?? null
      return { turn: n, draft, violations, semantic, ...(refused !== undefined && { refused }) }
    }),
  )
  const faulty = (row: { readonly verdict: string }) => row.verdict !== 'SUPPORTED'
  return checked.filter((d) => d.refused !== undefined || d.violations.length > 0 || d.semantic?.rows.some(faulty))
}

/** A stored view that is no JSON was changed behind our back: it is shown as it stands. */
function opened(projection: string): unknown {
  try {
    return JSON.parse(projection)
  } catch {
    return projection
  }
}
