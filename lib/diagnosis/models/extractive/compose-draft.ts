// A draft out of sentences of the evidence: every statement is literally there, so nothing is claimed that was not seen.
import type { Analysis, DiagnosisDraft } from '../../../contract/draft.ts'
import type { RagToolResult } from '../../../contract/rag-tool-result.ts'
import { cutText } from '../../../text/cut-text.ts'
import type { PromptLanguage } from '../../question-language.ts'
import { choosePassages, isCause, isDoable, isUndoing } from './choose-passages.ts'
import { fixedTexts } from './fixed-texts.ts'
import { type FoundPassage, foundPassages } from './found-passages.ts'
import { listLimitations } from './list-limitations.ts'
import type { Progress } from './read-progress.ts'

const actions = 5
const conclusionSentences = 2
const queryChars = 200

export function composeDraft({ question, lookups }: Progress, language: PromptLanguage): DiagnosisDraft {
  const results = lookups.flatMap((lookup) => (lookup.kind === 'result' ? [lookup.result] : []))
  const passages = foundPassages(results)
  const chosen = withStep(choosePassages(question, passages), passages)
  const steps = results.some((result) => result.relevance_level !== null) ? stepsOf(chosen, passages) : []
  const stated = new Set(chosen.map(({ text }) => text))
  // Each step is a statement, too: what it rests on is then quoted under it, and not somewhere in its document.
  const normal = [...chosen, ...steps.filter(({ text }) => !stated.has(text))].map((passage, i) => ({
    passage,
    id: `a${i + 1}`,
  }))
  const nothing = results.filter((result) => result.evidence_status === 'NO_EVIDENCE')
  // The second lookup asks with words of the evidence, which match themselves: only the first one's grade is of the question.
  const [first] = lookups
  const answering = first?.kind === 'result' && first.result.relevance_level === 'PRECISE' ? first.result : null
  return {
    analysis: [
      ...normal.map(({ passage, id }) => analysisOf(passage, id)),
      ...nothing.map((result, i) => observationOf(result, `a${normal.length + i + 1}`, language)),
    ],
    conclusion: answering === null ? null : concludeFrom(normal.slice(0, chosen.length), answering),
    action_plan: planFrom(steps, normal),
    limitations: listLimitations({ question, lookups, answered: answering !== null, passages }, language),
  }
}

type Stated = { readonly passage: FoundPassage; readonly id: string }

/** `chosen` with a step among its documents, where the evidence has any: a plan needs an analysis to stand on. */
function withStep(chosen: readonly FoundPassage[], passages: readonly FoundPassage[]): readonly FoundPassage[] {
  const cited = new Set(chosen.map((passage) => passage.item.document_id))
  const doable = passages.filter(isDoable)
  if (doable.some((passage) => cited.has(passage.item.document_id))) return chosen
  const [step] = doable
  return step === undefined ? chosen : [...chosen.slice(0, 5), step]
}

function analysisOf({ text, quotes, item, toolCallId }: FoundPassage, id: string): Analysis {
  const { document_id } = item
  return {
    id,
    kind: 'NORMAL',
    text,
    tool_call_ids: [toolCallId],
    document_ids: [document_id],
    quotes: quotes.map((quote) => ({ document_id, text: quote })),
  }
}

function observationOf({ query, tool_call_id }: RagToolResult, id: string, language: PromptLanguage): Analysis {
  const text = fixedTexts[language].foundNothing(cutText(query, queryChars).text)
  return { id, kind: 'NEGATIVE_OBSERVATION', text, tool_call_ids: [tool_call_id], document_ids: [], quotes: [] }
}

/** The best sentences of the result that answers the question, a cause before the rest, in the words of the evidence. */
function concludeFrom(stated: readonly Stated[], { tool_call_id }: RagToolResult): DiagnosisDraft['conclusion'] {
  const answering = stated.filter(({ passage }) => passage.toolCallId === tool_call_id)
  const facts = answering.filter(({ passage }) => !passage.step && !isUndoing(passage))
  const carrying = facts.length > 0 ? facts : answering
  const cause = carrying.find(({ passage }) => isCause(passage))
  const basis = [...new Set([...(cause === undefined ? [] : [cause]), ...carrying])].slice(0, conclusionSentences)
  if (basis.length === 0) return null
  return { text: basis.map(({ passage }) => passage.text).join('\n'), based_on_analysis_ids: basis.map(({ id }) => id) }
}

/** Steps of the documents that `chosen` cites, each document's in its order. */
function stepsOf(chosen: readonly FoundPassage[], passages: readonly FoundPassage[]): readonly FoundPassage[] {
  const documents = [...new Set(chosen.map(({ item }) => item.document_id))]
  const steps = documents.flatMap((id) =>
    passages.filter((passage) => passage.item.document_id === id && isDoable(passage)),
  )
  return [...new Map(steps.map((step) => [step.text, step])).values()].slice(0, actions)
}

function planFrom(steps: readonly FoundPassage[], stated: readonly Stated[]): DiagnosisDraft['action_plan'] {
  return steps.map(({ text }, i) => ({
    id: `p${i + 1}`,
    text,
    based_on_analysis_ids: stated.filter(({ passage }) => passage.text === text).map(({ id }) => id),
  }))
}
