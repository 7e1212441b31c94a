// The semantic guard's use case: does each statement of a verified draft say what its evidence says? What it finds is stored
// once, so that repair, report and page show the same.
import * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { runId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { SemanticReview } from '../../lib/contract/semantic.ts'
import type { ModelPort } from '../../lib/diagnosis/model-port.ts'
import type { TaskCall } from '../../lib/lambda/call.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { DiagnosisLedger } from '../../lib/ledger/diagnosis-ledger.ts'
import { judgeDraft } from '../../lib/semantic/judge-draft.ts'
import { type VerificationPorts, verifyDraft } from '../../lib/verification/verify-draft.ts'
import { askJudge } from './ask-judge.ts'
import { tellReview } from './tell-review.ts'

export type JudgePorts = VerificationPorts & {
  readonly runs: Pick<DiagnosisLedger, 'read' | 'putReview'>
  /** Layer 2; null: the rules alone. */
  readonly model: ModelPort | null
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

const input = z.object({ run_id: runId, draft_turn: z.int().positive() })

/** Time kept behind the judge's answer for the ledger's write. */
const ledgerTimeMs = 3000

/** Only SUPPORTED passes. */
export type JudgeAnswer = {
  readonly verdict: 'SUPPORTED' | 'NOT_SUPPORTED'
  readonly statements: number
  readonly at_fault: number
}

/** @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`; `E_INTERNAL` for a draft that is not verified */
export function createJudge(ports: JudgePorts) {
  return async (given: unknown, call: TaskCall): Promise<JudgeAnswer> => {
    const { run_id, draft_turn } = parseInput(input, given)
    const access = { runId: run_id, owner: call.owner, deadline: call.deadline }
    const run = await ports.runs.read(access)
    const stored = run.reviews.get(draft_turn)
    if (stored !== undefined) return answerOf(stored)
    const turn = run.turns.find((t) => t.n === draft_turn)
    const { draft, verdict } = await verifyDraft(ports, access, turn?.draft, true)
    if (draft === null || verdict.snapshot === null) {
      throw new Fault('E_INTERNAL', { context: { reason: 'draft_not_verified', turn: draft_turn } })
    }
    const { snapshot } = verdict
    const rows = judgeDraft(draft, snapshot)
    const { model } = ports
    const passed = rows.every((row) => row.verdict === 'SUPPORTED')
    const review: SemanticReview =
      model !== null && passed
        ? await askJudge(model, {
            question: run.question,
            draft,
            snapshot,
            rows,
            requestId: call.requestId,
            deadline: call.deadline - ledgerTimeMs,
          })
        : { layer: 'rules', model: null, judge_unavailable: null, rows }
    const kept = await ports.runs.putReview(access, draft_turn, review)
    tellReview(ports.telemetry, kept)
    return answerOf(kept)
  }
}

function answerOf({ rows }: SemanticReview): JudgeAnswer {
  const at_fault = rows.filter((row) => row.verdict !== 'SUPPORTED').length
  return { verdict: at_fault === 0 ? 'SUPPORTED' : 'NOT_SUPPORTED', statements: rows.length, at_fault }
}
