// What a turn adds to what the model was told: the question, the answers to its calls, and what is asked of it now.
import type { ModelMessage, TurnItem } from '../../lib/contract/turn.ts'
import { answerCalls } from '../../lib/diagnosis/answer-calls.ts'
import { countCalls } from '../../lib/diagnosis/build-transcript.ts'
import type { Rejection } from '../../lib/diagnosis/list-problems.ts'
import { mintToolCallId } from '../../lib/diagnosis/mint-tool-call-id.ts'
import type { AskedTurn } from '../../lib/diagnosis/plan-turn.ts'
import { questionLanguage } from '../../lib/diagnosis/question-language.ts'
import { agentPrompt, repairPrompt } from '../../lib/diagnosis/render-prompt.ts'
import { submitNotice } from '../../lib/diagnosis/submit-notice.ts'
import type { DiagnosisRun } from '../../lib/ledger/diagnosis-ledger.ts'
import { lookupErrorsOf, type TurnInput } from './turn-input.ts'

/** @param rejection of the draft to repair; null unless the turn is a repair */
export function tellModel(
  input: TurnInput,
  run: DiagnosisRun,
  plan: AskedTurn,
  rejection: Rejection | null,
): ModelMessage[] {
  const language = questionLanguage(run.question)
  const last = run.turns.at(-1)
  const before = countCalls(run.turns.slice(0, -1))
  const start: ModelMessage[] = [
    { role: 'system', text: agentPrompt(language) },
    { role: 'user', text: run.question },
  ]
  const answers = (turn: TurnItem) =>
    answerCalls(turn, {
      calls: run.calls,
      errors: lookupErrorsOf(input),
      idOf: (i) => mintToolCallId(before + i + 1, input.run_id),
    })
  const told = last === undefined ? start : answers(last)
  if (plan.kind === 'submit') return [...told, { role: 'user', text: submitNotice(plan.why, language) }]
  return rejection === null ? told : [...told, { role: 'user', text: repairPrompt(language, rejection) }]
}
