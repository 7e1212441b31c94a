// How far a run is, read from its transcript: the embedded model keeps nothing between turns.
import { type DiagnosisDraft, diagnosisDraft } from '../../../contract/draft.ts'
import { lookupToolName } from '../../../contract/invocation.ts'
import { type RagToolResult, ragToolResult } from '../../../contract/rag-tool-result.ts'
import { lookupError, type ModelMessage } from '../../../contract/turn.ts'
import { submitToolName } from '../../tools.ts'
import { readProblemPaths } from './read-problem-paths.ts'

export type LookupOutcome =
  | { readonly kind: 'result'; readonly result: RagToolResult }
  | { readonly kind: 'failed'; readonly code: string }

export type Progress = {
  readonly question: string
  /** In the order in which they were asked for. */
  readonly lookups: readonly LookupOutcome[]
  /** The last draft that was handed in and came back; null when none did. */
  readonly rejected: {
    readonly draft: DiagnosisDraft
    /** JSON Pointers into it; null when what came back cannot be read. */
    readonly paths: readonly string[] | null
  } | null
}

export function readProgress(messages: readonly ModelMessage[]): Progress {
  const asked = messages.find((message) => message.role === 'user')
  return { question: asked?.text ?? '', lookups: readLookups(messages), rejected: readRejected(messages) }
}

function readLookups(messages: readonly ModelMessage[]): LookupOutcome[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.tool_calls : []))
  const answers = new Map(messages.flatMap((m) => (m.role === 'tool' ? [[m.tool_call_id, m.text] as const] : [])))
  return calls.filter((call) => call.name === lookupToolName).map((call) => outcomeOf(answers.get(call.id)))
}

function outcomeOf(text: string | undefined): LookupOutcome {
  const value = text === undefined ? undefined : parseJson(text)
  const result = ragToolResult.safeParse(value)
  if (result.success) return { kind: 'result', result: result.data }
  return { kind: 'failed', code: lookupError.safeParse(value).data?.error.code ?? 'E_INTERNAL' }
}

function readRejected(messages: readonly ModelMessage[]): Progress['rejected'] {
  const at = messages.findLastIndex(
    (m) => m.role === 'assistant' && m.tool_calls.some((c) => c.name === submitToolName),
  )
  const handed = messages[at]
  if (handed?.role !== 'assistant') return null
  const submitted = handed.tool_calls.findLast((call) => call.name === submitToolName)
  const draft = diagnosisDraft.safeParse(parseJson(submitted?.arguments ?? ''))
  const answers = messages.slice(at + 1).flatMap((m) => (m.role === 'user' || m.role === 'tool' ? [m.text] : []))
  if (!draft.success || answers.length === 0) return null
  const paths = answers.flatMap((text) => readProblemPaths(text) ?? [])
  return { draft: draft.data, paths: paths.length > 0 ? paths : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
