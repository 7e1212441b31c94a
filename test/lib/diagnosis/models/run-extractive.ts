// A run of the embedded model as the workflow makes it, with the two guards behind it.
import { type DiagnosisDraft, diagnosisDraft } from '../../../../lib/contract/draft.ts'
import type { SemanticRow } from '../../../../lib/contract/semantic.ts'
import type { ModelMessage } from '../../../../lib/contract/turn.ts'
import type { GuardVerdict } from '../../../../lib/contract/verdict.ts'
import { createExtractiveModel } from '../../../../lib/diagnosis/models/extractive-model.ts'
import { checkDraft } from '../../../../lib/guard/check-draft.ts'
import { openDraft } from '../../../../lib/guard/open-draft.ts'
import { judgeDraft } from '../../../../lib/semantic/judge-draft.ts'
import { stored } from '../../guard/builders.ts'
import { now, request, system, tool, user } from './transcript-builder.ts'

export type ExtractiveRun = {
  readonly queries: readonly string[]
  readonly draft: DiagnosisDraft
  /** With quotes required, as the workflow does. */
  readonly verdict: GuardVerdict
  /** Of layer 1; empty when the guard rejects. */
  readonly rows: readonly SemanticRow[]
  /** Up to the call that hands the draft in. */
  readonly messages: readonly ModelMessage[]
}

/** @param answer the text that the ledger stores and the model sees, for a lookup with this id */
export async function runExtractive(
  question: string,
  answer: (query: string, toolCallId: string) => string,
): Promise<ExtractiveRun> {
  const model = createExtractiveModel()
  const messages: ModelMessage[] = [system(), user(question)]
  const queries: string[] = []
  const records = new Map<string, ReturnType<typeof stored>>()
  for (let turn = 0; turn < 4; turn += 1) {
    const { text, toolCalls } = await model.turn(request(messages))
    messages.push({ role: 'assistant', text, tool_calls: [...toolCalls] })
    const [call] = toolCalls
    if (call?.name === 'submit_diagnosis') {
      const draft = diagnosisDraft.parse(JSON.parse(call.arguments))
      return { queries, draft, messages, ...check(draft, records) }
    }
    if (call === undefined) break
    const { query }: { query: string } = JSON.parse(call.arguments)
    queries.push(query)
    const id = `c${queries.length}-7f3a`
    const view = answer(query, id)
    if (!view.includes('"error"')) records.set(id, stored(id, view, { expires_at: now() / 1000 + 60 }))
    messages.push(tool(call.id, view))
  }
  throw new Error('the model handed nothing in')
}

function check(draft: DiagnosisDraft, records: ReadonlyMap<string, ReturnType<typeof stored>>) {
  const evidence = { records, foreign: new Set<string>(), knownIds: [...records.keys()] }
  const verdict = checkDraft(openDraft(draft), evidence, { requireQuotes: true, now: now() })
  return { verdict, rows: verdict.snapshot === null ? [] : judgeDraft(draft, verdict.snapshot) }
}
