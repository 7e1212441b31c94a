// The guard's use case: open the draft, read what it cites, judge. It writes nothing.
import * as z from 'zod'
import { parseInput } from '../../lib/contract/parse.ts'
import { runPath } from '../../lib/contract/run-path.ts'
import { type OpenedDraft, openDraft } from '../../lib/guard/open-draft.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import { openAnyDraft, type VerificationPorts, verifyOpened } from '../../lib/verification/verify-draft.ts'
import { tellVerdict } from './tell-verdict.ts'

export type CheckPorts = VerificationPorts & { readonly telemetry: Pick<Telemetry, 'log' | 'measure'> }

/** A direct invocation brings the draft as a value, or as the text of a model, and may ask for quotes where the setting does not. */
const broughtInput = z.lazy(() => z.strictObject({ draft: z.unknown(), require_quotes: z.boolean().optional() }))

/** @throws Fault, as the route table says for `checkEvidence` */
export function createCheck(ports: CheckPorts, settings: { readonly requireQuotes: boolean }): Operation {
  return async (call) => {
    const { run_id } = parseInput(runPath, call.params)
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    const { opened, requireQuotes } = openCall(call, settings.requireQuotes)
    const { verdict } = await verifyOpened(ports, access, opened, requireQuotes)
    tellVerdict(ports.telemetry, verdict)
    return { status: 200, body: verdict }
  }
}

function openCall(call: Call, byDefault: boolean): { opened: OpenedDraft; requireQuotes: boolean } {
  if (call.kind === 'http') return { opened: openDraft(call.json()), requireQuotes: byDefault }
  const brought = call.json()
  // A tool behind a gateway has the fields of the route, as HTTP has.
  if (!isBrought(brought)) return { opened: openDraft(brought), requireQuotes: byDefault }
  const { draft, require_quotes } = parseInput(broughtInput, brought)
  return { opened: openAnyDraft(draft), requireQuotes: byDefault || require_quotes === true }
}

const isBrought = (input: unknown) => typeof input === 'object' && input !== null && 'draft' in input
