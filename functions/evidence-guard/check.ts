// The guard's use case: open the draft, read what it cites, judge. It writes nothing.
import * as z from 'zod'
import { runId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { checkDraft } from '../../lib/guard/check-draft.ts'
import { citedToolCalls } from '../../lib/guard/cited-tool-calls.ts'
import { type OpenedDraft, openDraft } from '../../lib/guard/open-draft.ts'
import { parseDraftText } from '../../lib/guard/parse-draft-text.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'

export type GuardPorts = {
  readonly ledger: Pick<Ledger, 'readCited'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

const path = z.object({ run_id: runId })

/** A direct invocation brings the draft as a value, or as the text of a model, and may ask for quotes. */
const directInput = z.strictObject({ draft: z.unknown(), require_quotes: z.boolean().optional() })

/** @throws Fault, as the route table says for `checkEvidence` */
export function createCheck({ ledger, now }: GuardPorts, settings: { readonly requireQuotes: boolean }): Operation {
  return async (call) => {
    const { run_id } = parseInput(path, call.params)
    const { opened, requireQuotes } = openCall(call, settings.requireQuotes)
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    // A draft without shape cites nothing, but the run is still read: another caller's run answers nobody else.
    const cited = await ledger.readCited(access, citedToolCalls(opened))
    return { status: 200, body: checkDraft(opened, cited, { requireQuotes, now: now() }) }
  }
}

function openCall(call: Call, byDefault: boolean): { opened: OpenedDraft; requireQuotes: boolean } {
  if (call.kind === 'http') return { opened: openDraft(call.json()), requireQuotes: byDefault }
  const { draft, require_quotes } = parseInput(directInput, call.json())
  const opened = typeof draft === 'string' ? parseDraftText(draft) : openDraft(draft)
  return { opened, requireQuotes: require_quotes ?? byDefault }
}
