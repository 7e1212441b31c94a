// A run as people read it, whether as JSON or as a page: what the agent saw, call by call, and why it ended as it did.
import * as z from 'zod'
import type { RunView } from '../../lib/contract/run.ts'
import { openAudit } from '../../lib/ledger/audit.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import type { StoredRun } from '../../lib/ledger/read-run.ts'
import { rejectedDrafts } from './rejected-drafts.ts'

export type ViewPorts = { readonly ledger: Pick<Ledger, 'readRun' | 'readCited'> }

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
    drafts: await rejectedDrafts(ports.ledger, access, stored),
    cut: false,
  }
}

function invocationOf(call: StoredRun['calls'][number]): RunView['invocations'][number] {
  const { toolCallId, entry, record, audits } = call
  const status = endOf(call)
  return {
    tool_call_id: toolCallId,
    tool: record?.tool ?? entry?.tool ?? 'unknown',
    status,
    origin: record?.origin ?? null,
    result: record === null || record.projection === null ? null : opened(record.projection),
    error: record?.error ?? null,
    created_at: record?.created_at ?? entry?.reserved_at ?? null,
    // Answered once, and no longer there: its time has passed.
    expired: record === null && status !== 'UNFINISHED',
    audit: audits.map(openAudit),
  }
}

/** How a call ended: its record, else the log, else its audits say so; each is there for longer than the one before. */
function endOf({ entry, record, audits }: StoredRun['calls'][number]): RunView['invocations'][number]['status'] {
  if (record !== null) return record.status
  if (entry?.fill !== undefined) return entry.fill.projection_sha256 === null ? 'FAILED' : 'READY'
  const said = audits.flatMap((audit) => endSaid.safeParse(openAudit(audit)).data?.status ?? [])
  if (said.includes('READY')) return 'READY'
  return said.at(-1) ?? (entry === null ? 'EXPIRED' : 'UNFINISHED')
}

const endSaid = z.object({ status: z.enum(['READY', 'FAILED']) })

/** A stored view that is no JSON was changed behind our back: it is shown as it stands. */
function opened(projection: string): unknown {
  try {
    return JSON.parse(projection)
  } catch {
    return projection
  }
}
