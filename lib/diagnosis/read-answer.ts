// What follows from a model's answer. Nothing is guessed: what can't be done is refused with an error that names the rule.
import * as z from 'zod'
import type { FaultCode } from '../contract/faults.ts'
import { faults } from '../contract/faults.ts'
import { lookupToolName } from '../contract/invocation.ts'
import { limits } from '../contract/limits.ts'
import type { LookupError, ModelToolCall, PlannedLookup } from '../contract/turn.ts'
import { countChars, cutText } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'
import type { ModelAnswer } from './model-port.ts'
import { type HandedDraft, readDraft } from './read-draft.ts'
import { submitToolName } from './tools.ts'

export type ReadAnswer = {
  readonly lookups: readonly PlannedLookup[]
  readonly refused: readonly LookupError[]
  /** Null when none was handed in. Never beside lookups: it was written without their results. */
  readonly draft: HandedDraft | null
}

type Sorted =
  | { readonly is: 'lookup'; readonly lookup: PlannedLookup }
  | { readonly is: 'submit'; readonly id: string; readonly text: string }
  | { readonly is: 'refused'; readonly error: LookupError }

const { queryChars, lookupsPerTurn } = limits.diagnosis
const nameChars = 64
const lookupArguments = z.strictObject({ query: z.string() })

/**
 * @param options `lookups`: whether searching was offered in this turn; `idOf`: the ledger's id of the call at that position
 */
export function readAnswer(
  answer: Pick<ModelAnswer, 'text' | 'toolCalls'>,
  options: { readonly lookups: boolean; readonly idOf: (position: number) => string },
): ReadAnswer {
  const sorted = answer.toolCalls.map((call, i) => sortCall(call, options.idOf(i), options.lookups))
  const wanted = sorted.flatMap((s) => (s.is === 'lookup' ? [s.lookup] : []))
  const submits = sorted.flatMap((s) => (s.is === 'submit' ? [s] : []))
  const tooMany = wanted.slice(lookupsPerTurn).map((l) => refuse(l.tool_call_id, 'E_RATE_LIMITED', tooManyMessage))
  const lookups = wanted.slice(0, lookupsPerTurn)
  const early = lookups.length > 0 ? submits.map((s) => refuse(s.id, 'E_VALIDATION', earlyMessage)) : []
  return {
    lookups,
    refused: [...sorted.flatMap((s) => (s.is === 'refused' ? [s.error] : [])), ...tooMany, ...early],
    draft:
      lookups.length > 0
        ? null
        : readDraft(
            submits.map((s) => s.text),
            answer.text,
          ),
  }
}

const tooManyMessage = `At most ${lookupsPerTurn} lookups are made in one turn; ask for the rest in your next turn.`
const earlyMessage =
  'A draft that comes together with lookups is not taken: it was written without their results. Submit it alone.'
const queryMessage = `The arguments must be exactly {"query": "..."} with 1 to ${queryChars} characters that are not blank.`

function sortCall(call: ModelToolCall, id: string, lookupsOffered: boolean): Sorted {
  if (call.name === submitToolName) return { is: 'submit', id, text: call.arguments }
  if (call.name !== lookupToolName) {
    const name = cutText(call.name, nameChars).text
    const message = `There is no tool "${name}"; the tools are ${lookupToolName} and ${submitToolName}.`
    return { is: 'refused', error: refuse(id, 'E_NOT_FOUND', message) }
  }
  if (!lookupsOffered) return { is: 'refused', error: refuse(id, 'E_STOP_REQUIRED', faults.E_STOP_REQUIRED.message) }
  const query = queryOf(call.arguments)
  if (query === null) return { is: 'refused', error: refuse(id, 'E_VALIDATION', queryMessage) }
  return { is: 'lookup', lookup: { tool_call_id: id, provider_id: call.id, query } }
}

/** The query with control characters as spaces, which no search needs and JSON writes six times as long. */
function queryOf(text: string): string | null {
  try {
    const { query } = lookupArguments.parse(JSON.parse(text))
    const clean = wellFormed(query)
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
    return clean !== '' && countChars(clean) <= queryChars ? clean : null
  } catch {
    return null
  }
}

function refuse(tool_call_id: string, code: FaultCode, message: string): LookupError {
  return { tool_call_id, error: { code, message } }
}
