// A run as JSON for people: what the agent saw, call by call, and the audits that tell why.
import * as z from 'zod'
import { runId } from '../../lib/contract/ids.ts'
import { limits } from '../../lib/contract/limits.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { RunView } from '../../lib/contract/run.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { openAudit } from '../../lib/ledger/audit.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { StoredRun } from '../../lib/ledger/read-run.ts'
import { countBytes } from '../../lib/text/cut-text.ts'

const path = z.object({ run_id: runId })

/** @throws Fault, as the route table says for `readRun` */
export function createRead({ ledger }: { readonly ledger: Pick<Ledger, 'readRun'> }): Operation {
  return async (call) => {
    const { run_id } = parseInput(path, call.params)
    const stored = await ledger.readRun({ runId: run_id, owner: call.owner, deadline: call.deadline })
    return { status: 200, body: withinBody(viewOf(run_id, stored)) }
  }
}

function viewOf(runId: string, { run, state, harness, calls, turns, report }: StoredRun): RunView {
  const oldest = calls.flatMap((call) => call.audits.map((audit) => audit.created_at)).sort()[0]
  return {
    run_id: runId,
    state,
    question: run?.question ?? report?.question ?? null,
    created_at: run?.created_at ?? oldest ?? '',
    harness: {
      no_gain_streak: harness.no_gain_streak,
      tool_calls_used: harness.tool_calls_used,
      tool_calls_budget: harness.tool_calls_budget,
      stop_required: harness.stop_required,
      stop_reason: harness.stop_reason,
    },
    report,
    invocations: calls.map(({ toolCallId, entry, record, audits }) => ({
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
    })),
    turns: [...turns],
    drafts: [],
    cut: false,
  }
}

/** A stored view that is no JSON was changed behind our back: it is shown as it stands. */
function opened(projection: string): unknown {
  try {
    return JSON.parse(projection)
  } catch {
    return projection
  }
}

/** Lambda carries 6 MB; over our limit the audits go first, and a mark says so. */
function withinBody(view: RunView): RunView {
  if (countBytes(JSON.stringify(view)) <= limits.run.bodyBytes) return view
  return { ...view, invocations: view.invocations.map((i) => ({ ...i, audit: [] })), cut: true }
}
