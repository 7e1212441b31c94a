// One turn of the diagnosing model (spec 06): read the run, plan, ask, keep what was said, tell the state machine what follows.
import { Fault, toFault } from '../../lib/contract/faults.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { TurnItem } from '../../lib/contract/turn.ts'
import { buildTranscript } from '../../lib/diagnosis/build-transcript.ts'
import { sameProblems } from '../../lib/diagnosis/list-problems.ts'
import type { ModelAnswer, ModelPort, ModelRequest, ModelTool } from '../../lib/diagnosis/model-port.ts'
import { type AskedTurn, planTurn, type TurnLimits } from '../../lib/diagnosis/plan-turn.ts'
import { questionLanguage } from '../../lib/diagnosis/question-language.ts'
import { diagnosisTools } from '../../lib/diagnosis/tools.ts'
import type { TaskCall } from '../../lib/lambda/call.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { DiagnosisLedger, DiagnosisRun } from '../../lib/ledger/diagnosis-ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import type { VerificationPorts } from '../../lib/verification/verify-draft.ts'
import { endTurn } from './end-turn.ts'
import { settleTurn } from './settle-turn.ts'
import { tellModel } from './tell-model.ts'
import { tellTurn } from './tell-turn.ts'
import { type TurnInput, turnInput } from './turn-input.ts'
import { type TurnOutcome, turnOutcome } from './turn-outcome.ts'
import { whyRejected } from './why-rejected.ts'

export type TurnPorts = VerificationPorts & {
  readonly runs: Pick<DiagnosisLedger, 'read' | 'putTurn'>
  readonly model: ModelPort
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

/** Time kept behind the model's answer for the ledger's write. */
const ledgerTimeMs = 3000

/** Time kept at the end of a run for an honest end: past it no model is asked any more. */
const wrapUpMs = 30_000

/**
 * A turn that is stored is answered from, so that a duplicate execution does not ask the model again; of two at once the
 * loser answers with the winner's. Its lookups are made once more only until a later turn was told of them.
 * @throws Fault `E_VALIDATION` for a turn that is not this run's next, `E_NOT_FOUND`, `E_RUN_FORBIDDEN`, and to be tried again
 * `E_MODEL_UNAVAILABLE`, `E_LEDGER_UNAVAILABLE`
 */
export function createTurn(ports: TurnPorts, limits: TurnLimits) {
  return async (given: unknown, call: TaskCall): Promise<TurnOutcome> => {
    const input = parseInput(turnInput, given)
    const access = { runId: input.run_id, owner: call.owner, deadline: call.deadline }
    const run = await ports.runs.read(access)
    const stored = run.turns.find((turn) => turn.n === input.turn)
    if (stored !== undefined) return turnOutcome(settled(stored, run))
    requireNext(input, run)
    const turn = await makeTurn(ports, limits, { input, access, run, requestId: call.requestId })
    const kept = await ports.runs.putTurn(access, turn)
    tellTurn(ports.telemetry, kept)
    return turnOutcome(kept)
  }
}

/**
 * What a later turn was told of these lookups stands in that turn: a failed one that was made again might succeed now, and
 * the ledger would no longer say what the model was told.
 */
function settled(stored: TurnItem, { turns }: DiagnosisRun): TurnItem {
  return turns.some(({ n }) => n > stored.n) ? { ...stored, lookups: [] } : stored
}

type OpenedTurn = {
  readonly input: TurnInput
  readonly access: RunAccess
  readonly run: DiagnosisRun
  readonly requestId: string
}

function requireNext(input: TurnInput, run: DiagnosisRun): void {
  const last = run.turns.at(-1)
  const refuse = (path: string, message: string) => new Fault('E_VALIDATION', { details: [{ path, message }] })
  if (run.state !== 'RUNNING') throw refuse('run_id', `is of a run that is ${run.state}`)
  if (last?.next === 'FALLBACK') throw refuse('turn', 'comes after the last one')
  if (input.turn !== run.turns.length + 1) throw refuse('turn', `must be ${run.turns.length + 1}`)
  if ((input.kind === 'repair') !== (last?.next === 'DRAFT')) throw refuse('kind', 'does not fit the turn before')
}

async function makeTurn(ports: TurnPorts, limits: TurnLimits, opened: OpenedTurn): Promise<TurnItem> {
  const { input, access, run, requestId } = opened
  const base = { n: input.turn, model: ports.model.name, created_at: new Date(ports.now()).toISOString() }
  const plan = planTurn(run.turns, run.harness.stop_reason, limits)
  if (plan.kind === 'over') return endTurn(base, plan, [], plan.cause)
  if (run.endsAt - ports.now() < wrapUpMs) return endTurn(base, plan, [], 'TIMEOUT')
  const rejection = plan.kind === 'repair' ? await whyRejected(ports, access, run, plan.turn) : null
  if (rejection !== null && plan.kind === 'repair' && plan.before !== null) {
    const before = await whyRejected(ports, access, run, plan.before)
    if (sameProblems(rejection, before)) return endTurn(base, plan, [], 'REPAIR_UNCHANGED')
  }
  const told = tellModel(input, run, plan, rejection)
  const answer = await answerOrNone(ports.model, {
    messages: buildTranscript(run.turns, told),
    tools: toolsFor(plan, run.question),
    requestId,
    deadline: Math.min(access.deadline - ledgerTimeMs, run.endsAt - wrapUpMs / 2),
  })
  if (answer === null) return endTurn(base, plan, told, 'MODEL_UNAVAILABLE')
  return settleTurn(base, { id: input.run_id, turns: run.turns }, plan, told, answer)
}

function toolsFor(plan: AskedTurn, question: string): readonly ModelTool[] {
  const { lookup, submit } = diagnosisTools(questionLanguage(question))
  return plan.kind === 'search' ? [lookup, submit] : [submit]
}

/** Null when the model can't be made to answer: asked again it would say the same. What may pass is thrown, to be tried again. */
async function answerOrNone(model: ModelPort, request: ModelRequest): Promise<ModelAnswer | null> {
  try {
    return await model.turn(request)
  } catch (error) {
    if (toFault(error).code === 'E_MODEL_BAD_RESPONSE') return null
    throw error
  }
}
