// From an answer to the turn that is kept. Pure.
import type { DraftProblem, ModelMessage, TurnItem } from '../../lib/contract/turn.ts'
import { addedStatements } from '../../lib/diagnosis/added-statements.ts'
import { boundAnswer } from '../../lib/diagnosis/bound-answer.ts'
import { countCalls } from '../../lib/diagnosis/build-transcript.ts'
import { closeTurn } from '../../lib/diagnosis/close-turn.ts'
import { mintToolCallId } from '../../lib/diagnosis/mint-tool-call-id.ts'
import type { ModelAnswer } from '../../lib/diagnosis/model-port.ts'
import type { AskedTurn } from '../../lib/diagnosis/plan-turn.ts'
import { readAnswer } from '../../lib/diagnosis/read-answer.ts'
import { openAnyDraft } from '../../lib/verification/verify-draft.ts'

/** What an answer comes to: lookups, a draft, or the end (spec 06). `told`: what this turn told the model. */
export function settleTurn(
  base: Pick<TurnItem, 'n' | 'model' | 'created_at'>,
  run: { readonly id: string; readonly turns: readonly TurnItem[] },
  plan: AskedTurn,
  told: readonly ModelMessage[],
  answer: ModelAnswer,
): TurnItem {
  const kept = boundAnswer(answer)
  const before = countCalls(run.turns)
  const read = readAnswer(
    { text: answer.text, toolCalls: answer.toolCalls.slice(0, kept.toolCalls.length) },
    { lookups: plan.kind === 'search', idOf: (i) => mintToolCallId(before + i + 1, run.id) },
  )
  const added = read.draft === null ? [] : addedBy(plan, read.draft.value)
  const problems = [...(read.draft?.problems ?? []), ...added]
  const { next, cause } = closeTurn(plan, read, added.length > 0)
  return {
    ...base,
    kind: plan.kind,
    messages: [...told, { role: 'assistant', text: kept.text, tool_calls: [...kept.toolCalls] }],
    stop: kept.stop,
    next,
    lookups: [...read.lookups],
    refused: [...read.refused],
    ...(read.draft !== null && { draft: read.draft.value }),
    ...(problems.length > 0 && { draft_refused: problems }),
    fallback_cause: cause,
  }
}

/** Not asked of a draft without shape, nor against one: its statements can't be told (spec 06, "Repair"). */
function addedBy(plan: AskedTurn, draft: unknown): DraftProblem[] {
  if (plan.kind !== 'repair') return []
  const [basis, repaired] = [openAnyDraft(plan.basis.draft), openAnyDraft(draft)]
  return basis.wellFormed && repaired.wellFormed ? addedStatements(basis.draft, repaired.draft) : []
}
