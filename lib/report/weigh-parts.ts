// How heavy each part of a page is at least, found without writing it: a page far over its limit is never written in full.
import type { RunView } from '../contract/run.ts'
import { referencesOf, type ShownCall } from './collect-calls.ts'
import type { PagePart } from './page-part.ts'

/** Characters of data by part; on the page they become as many bytes or more. */
export function weighParts(view: RunView, calls: readonly ShownCall[]): Readonly<Record<PagePart, number>> {
  const items = calls.flatMap((call) => call.items)
  return {
    audits: jsonLength(calls.map((call) => call.audits)),
    messages: jsonLength(view.turns.map((turn) => turn.messages)),
    drafts: jsonLength(view.drafts.map((draft) => draft.draft)),
    excerpts: excerptsBesideStatements(view, calls),
    views: jsonLength(calls.map((call) => call.view)),
    uncited: sum(items.filter((item) => item.citedBy.length === 0).map((item) => item.excerpt.length)),
    citations: 0,
  }
}

function excerptsBesideStatements({ report }: RunView, calls: readonly ShownCall[]): number {
  const lengths = new Map(
    calls.map((call) => [call.toolCallId, new Map(call.items.map((item) => [item.document_id, item.excerpt.length]))]),
  )
  const references = (report?.draft?.analysis ?? []).flatMap(({ id }) => referencesOf(report?.snapshot ?? null, id))
  return sum(references.flatMap((r) => r.document_ids.map((id) => lengths.get(r.tool_call_id)?.get(id) ?? 0)))
}

const jsonLength = (value: unknown): number => JSON.stringify(value).length
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
