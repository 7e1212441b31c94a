// A lookup result becomes a view across a boundary of text: the inside of a lookup may change freely, the view may not.
// Fields are looked at one by one, by name and type; no schema of the inside stands here, nor is one run on every lookup.
import { Fault } from '../contract/faults.ts'
import { evidenceKeyOf } from '../contract/ids.ts'
import type { ToolProjectionLimits } from '../contract/limits.ts'
import type { EvidenceItem, RagToolResult } from '../contract/rag-tool-result.ts'
import { type Projection, projectView } from './project-view.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The view of one lookup.
 * @param lookupJson a `LookupResult` as JSON text; names in camelCase or snake_case
 * @throws Fault `E_INTERNAL` when the text is not a lookup result, which is not the same as no evidence, or when nothing fits
 */
export function projectLookup(lookupJson: string, toolCallId: string, limits: ToolProjectionLimits): Projection {
  const lookup = readFields(JSON.parse(lookupJson))
  const blocks = lookup.evidenceBlocks ?? lookup.evidence_blocks
  if (!Array.isArray(blocks)) throw notALookup()
  return projectView(
    {
      toolCallId,
      query: textOf(lookup.query) ?? '',
      items: blocks.map(itemOf),
      relevanceLevel: levelOf(lookup.relevanceLevel ?? lookup.relevance_level),
    },
    limits,
  )
}

function itemOf(given: unknown, index: number): EvidenceItem {
  const block = readFields(given)
  return {
    document_id: identityOf(block) ?? `position:${index + 1}`,
    source: textOf(block.source),
    title: textOf(block.title),
    breadcrumb: textOf(block.breadcrumb),
    excerpt: textOf(block.content ?? block.excerpt) ?? '',
  }
}

/** Evidence key, else document id, else `docId#chunk-N` (spec 02); the position is the last resort. */
function identityOf(block: Fields): string | null {
  const named = textOf(block.evidenceKey ?? block.evidence_key) || textOf(block.documentId ?? block.document_id)
  if (named) return named
  const docId = textOf(block.docId ?? block.doc_id)
  const chunkIndex = block.chunkIndex ?? block.chunk_index
  return docId && isIndex(chunkIndex) ? evidenceKeyOf(docId, chunkIndex) : null
}

function levelOf(value: unknown): RagToolResult['relevance_level'] {
  return value === 'PRECISE' || value === 'REFERENCE' || value === 'HIGHLY_RELEVANT' ? value : null
}

function readFields(value: unknown): Fields {
  if (!isFields(value)) throw notALookup()
  return value
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const notALookup = () => new Fault('E_INTERNAL', { context: { reason: 'not_a_lookup_result' } })
