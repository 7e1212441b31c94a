// The guard in the diagnosis workflow: the draft is named by its turn and read from the ledger, and only verdict and count go
// back, so that neither draft nor evidence passes through the state machine.
import * as z from 'zod'
import { runId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { Task } from '../../lib/lambda/call.ts'
import type { DiagnosisLedger } from '../../lib/ledger/diagnosis-ledger.ts'
import { verifyDraft } from '../../lib/verification/verify-draft.ts'
import type { CheckPorts } from './check.ts'
import { tellVerdict } from './tell-verdict.ts'

export type StoredCheckPorts = CheckPorts & { readonly runs: Pick<DiagnosisLedger, 'readDraft'> }

const input = z.lazy(() =>
  z.strictObject({
    run_id: runId,
    draft_turn: z.int().positive(),
    require_quotes: z.boolean().default(true),
  }),
)

/** Whoever needs the violations has the pure guard find them again on the stored draft. */
export function createCheckStored(ports: StoredCheckPorts): Task {
  return async (given, call) => {
    const { run_id, draft_turn, require_quotes } = parseInput(input, given)
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    const draft = await ports.runs.readDraft(access, draft_turn)
    const { verdict: checked } = await verifyDraft(ports, access, draft, require_quotes)
    tellVerdict(ports.telemetry, checked)
    return { verdict: checked.verdict, violations_total: checked.violations_total }
  }
}
