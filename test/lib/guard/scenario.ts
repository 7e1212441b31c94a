// Arbitrary valid drafts with the ledger they rest on: where the proof of the guard starts.
import type * as fc from 'fast-check'
import { constant, integer, string, subarray, uniqueArray } from 'fast-check'
import type { CanonicalInvocation } from '../../../lib/contract/invocation.ts'
import type { RagToolResult } from '../../../lib/contract/rag-tool-result.ts'
import { found, item } from './builders.ts'

export type Statement = {
  id: string
  kind: 'NORMAL' | 'NEGATIVE_OBSERVATION'
  text: string
  tool_call_ids: string[]
  document_ids: string[]
  quotes: { document_id: string; text: string }[]
}
export type Step = { id: string; text: string; based_on_analysis_ids: string[] }

/** Plain and open to change, unlike what the guard takes. */
export type Scenario = {
  draft: {
    analysis: Statement[]
    conclusion: { text: string; based_on_analysis_ids: string[] } | null
    action_plan: Step[]
    limitations?: string[]
  }
  records: Map<string, CanonicalInvocation>
  foreign: Set<string>
  requireQuotes: boolean
}

export type Draw = fc.GeneratorValue

export const among = <T>(g: Draw, list: readonly T[]): T => {
  const chosen = list[g(integer, { min: 0, max: list.length - 1 })]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}
const count = (g: Draw, min: number, max: number) => g(integer, { min, max })
const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const some = (g: Draw, list: string[]): string[] =>
  g(subarray<string>, list, { minLength: 1, maxLength: Math.min(6, list.length) })
// Built once: a drawn function is called anew for each scenario, and these are costly to build.
const phrases = string({ unit: 'grapheme', maxLength: 12 })
const names = uniqueArray(string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 })
const aPhrase = () => phrases
const someNames = () => names

const words = (g: Draw) => `w${g(aPhrase)} ${g(aPhrase)}.`

export const viewOf = (record: CanonicalInvocation | undefined): RagToolResult =>
  JSON.parse(record?.projection ?? 'null')

/** A draft that passes, with calls that it does not cite beside those it does. */
export function validScenario(g: Draw): Scenario {
  const documents = g(someNames).map((name, i) => `${name}#chunk-${i}`)
  const finding = times(count(g, 2, 4), (i) =>
    found(
      `f${i}`,
      some(g, documents).map((id) => item(id, { excerpt: words(g) })),
    ),
  )
  const empty = times(count(g, 2, 3), (i) => found(`n${i}`, []))
  const records = new Map([...finding, ...empty].map((record) => [record.tool_call_id, record]))
  const requireQuotes = g(constant, among(g, [false, true]))
  const normals = times(count(g, 1, 3), (i): Statement => {
    const tool_call_ids = some(
      g,
      finding.map((record) => record.tool_call_id),
    )
    const items = tool_call_ids.flatMap((id) => viewOf(records.get(id)).evidence)
    const document_ids = some(g, [...new Set(items.map((found) => found.document_id))])
    const quotable = items.filter((found) => document_ids.includes(found.document_id))
    const quotes = times(count(g, requireQuotes ? 1 : 0, 3), () => {
      const { document_id, excerpt } = among(g, quotable)
      return { document_id, text: excerpt.slice(0, excerpt.indexOf('.') + 1) }
    })
    return { id: `a${i}`, kind: 'NORMAL', text: words(g), tool_call_ids, document_ids, quotes }
  })
  const negatives = times(count(g, 1, 2), (i): Statement => {
    const tool_call_ids = some(
      g,
      empty.map((record) => record.tool_call_id),
    )
    return { id: `b${i}`, kind: 'NEGATIVE_OBSERVATION', text: words(g), tool_call_ids, document_ids: [], quotes: [] }
  })
  const analysis = g(subarray<Statement>, [...normals, ...negatives], { minLength: normals.length + negatives.length })
  const ids = analysis.map((statement) => statement.id)
  return {
    draft: {
      analysis,
      conclusion: { text: words(g), based_on_analysis_ids: some(g, ids) },
      action_plan: times(count(g, 1, 3), (i) => ({ id: `p${i}`, text: words(g), based_on_analysis_ids: some(g, ids) })),
      limitations: times(count(g, 1, 2), () => words(g)),
    },
    records,
    foreign: new Set(),
    requireQuotes,
  }
}
