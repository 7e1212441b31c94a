// The guard's use case: open the draft, read what it cites, judge. It writes nothing.
import * as z from 'zod'
import { runId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { type OpenedDraft, openDraft } from '../../lib/guard/open-draft.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'
import type { DiagnosisLedger } from '../../lib/ledger/diagnosis-ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import { openAnyDraft, type VerificationPorts, verifyOpened } from '../../lib/verification/verify-draft.ts'

export type GuardPorts = VerificationPorts & { readonly runs: Pick<DiagnosisLedger, 'read'> }

const path = z.object({ run_id: runId })

/** A direct invocation brings the draft as a value, or as the text of a model, and may ask for quotes. */
const broughtInput = z.strictObject({ draft: z.unknown(), require_quotes: z.boolean().optional() })

/** The diagnosis workflow names a stored draft by its turn: neither draft nor evidence goes through its state. */
const storedInput = z.strictObject({ draft_turn: z.int().positive(), require_quotes: z.boolean().optional() })

/** @throws Fault, as the route table says for `checkEvidence` */
export function createCheck(ports: GuardPorts, settings: { readonly requireQuotes: boolean }): Operation {
  return async (call) => {
    const { run_id } = parseInput(path, call.params)
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    const asked = call.kind === 'direct' ? storedInput.safeParse(call.json()) : null
    if (asked?.success) {
      const { draft_turn, require_quotes = settings.requireQuotes } = asked.data
      return { status: 200, body: await checkStored(ports, access, draft_turn, require_quotes) }
    }
    const { opened, requireQuotes } = openCall(call, settings.requireQuotes)
    return { status: 200, body: (await verifyOpened(ports, access, opened, requireQuotes)).verdict }
  }
}

/** Verdict and count only; whoever needs the violations has the pure guard find them again. */
async function checkStored(ports: GuardPorts, access: RunAccess, draftTurn: number, requireQuotes: boolean) {
  const { turns } = await ports.runs.read(access)
  const draft = turns.find((turn) => turn.n === draftTurn)?.draft
  const { verdict } = await verifyOpened(ports, access, openAnyDraft(draft), requireQuotes)
  return { verdict: verdict.verdict, violations_total: verdict.violations_total }
}

function openCall(call: Call, byDefault: boolean): { opened: OpenedDraft; requireQuotes: boolean } {
  if (call.kind === 'http') return { opened: openDraft(call.json()), requireQuotes: byDefault }
  const { draft, require_quotes } = parseInput(broughtInput, call.json())
  return { opened: openAnyDraft(draft), requireQuotes: require_quotes ?? byDefault }
}
