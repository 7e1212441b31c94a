import { lookupToolName } from '../../contract/invocation.ts'
import { limits } from '../../contract/limits.ts'
import { cutText } from '../../text/cut-text.ts'
import type { ModelAnswer, ModelPort, ModelRequest } from '../model-port.ts'
import { questionLanguage } from '../question-language.ts'
import { submitToolName } from '../tools.ts'
import { composeDraft } from './extractive/compose-draft.ts'
import { type Progress, readProgress } from './extractive/read-progress.ts'
import { repairDraft } from './extractive/repair-draft.ts'
import { strongestTerms } from './extractive/strongest-terms.ts'
import { nameCalls } from './name-calls.ts'

/**
 * The embedded default: no model at all (spec 06, "Models"). It looks the question up, once more with the strongest terms of
 * what was found, and hands in a draft out of sentences of the evidence. What came back rejected it hands in again without the
 * statements at fault. Pure: the same transcript gives the same turn.
 */
export function createExtractiveModel(): ModelPort {
  return { name: 'extractive', turn: async (request) => turnOf(request) }
}

function turnOf(request: ModelRequest): ModelAnswer {
  const offers = (name: string) => request.tools.some((tool) => tool.name === name)
  const progress = readProgress(request.messages)
  const query = progress.rejected === null && offers(lookupToolName) ? nextQuery(progress) : null
  if (query !== null) return callOf(request, lookupToolName, { query })
  if (!offers(submitToolName)) return { text: null, toolCalls: [], stop: 'end' }
  const language = questionLanguage(progress.question)
  const draft =
    progress.rejected === null
      ? composeDraft(progress, language)
      : repairDraft(progress.rejected.draft, progress.rejected.paths, language)
  return callOf(request, submitToolName, draft)
}

/** Null when there is nothing more to ask. */
function nextQuery({ question, lookups }: Progress): string | null {
  const [first, second] = lookups
  if (second !== undefined) return null
  if (first === undefined) return bounded(question)
  if (first.kind === 'failed') return null
  const terms = strongestTerms(question, first.result.evidence)
  return terms === null ? null : bounded(terms)
}

function bounded(query: string): string | null {
  const text = cutText(query.trim(), limits.diagnosis.queryChars).text.trim()
  return text === '' ? null : text
}

function callOf({ messages }: ModelRequest, name: string, given: unknown): ModelAnswer {
  const toolCalls = nameCalls([{ id: null, name, arguments: JSON.stringify(given) }], messages)
  return { text: null, toolCalls, stop: 'tool_calls' }
}
