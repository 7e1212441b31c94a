// A lookup result becomes a view across a boundary of text: the inside of a lookup may change freely, the view may not.
import * as z from 'zod'
import { evidenceKeyOf } from '../contract/ids.ts'
import type { ToolProjectionLimits } from '../contract/limits.ts'
import type { EvidenceItem } from '../contract/rag-tool-result.ts'
import { type Projection, projectView } from './project-view.ts'

const loose = z.record(z.string(), z.unknown())
const text = z.string().nullable().catch(null)

/** The first of the names that the object has: camelCase and snake_case are both taken. */
const pick = (object: z.infer<typeof loose>, ...names: string[]) =>
  names.map((name) => object[name]).find((value) => value !== undefined && value !== null)

/**
 * The view of one lookup.
 * @param lookupJson a `LookupResult` as JSON text
 * @throws Fault `E_INTERNAL` when nothing fits; ZodError or SyntaxError when the text is not a lookup result
 */
export function projectLookup(lookupJson: string, toolCallId: string, limits: ToolProjectionLimits): Projection {
  const lookup = loose.parse(JSON.parse(lookupJson))
  const blocks = z
    .array(loose)
    .catch([])
    .parse(pick(lookup, 'evidenceBlocks', 'evidence_blocks'))
  const level = pick(lookup, 'relevanceLevel', 'relevance_level')
  return projectView(
    {
      toolCallId,
      query: text.parse(pick(lookup, 'query')) ?? '',
      items: blocks.map(itemOf),
      relevanceLevel: z.enum(['PRECISE', 'REFERENCE', 'HIGHLY_RELEVANT']).nullable().catch(null).parse(level),
    },
    limits,
  )
}

function itemOf(block: z.infer<typeof loose>, index: number): EvidenceItem {
  return {
    document_id: identityOf(block) ?? `position:${index + 1}`,
    source: text.parse(pick(block, 'source')),
    title: text.parse(pick(block, 'title')),
    breadcrumb: text.parse(pick(block, 'breadcrumb')),
    excerpt: text.parse(pick(block, 'content', 'excerpt')) ?? '',
  }
}

/** Evidence key, else document id, else `docId#chunk-N` (spec 02); the position is the last resort. */
function identityOf(block: z.infer<typeof loose>): string | null {
  const named = [pick(block, 'evidenceKey', 'evidence_key'), pick(block, 'documentId', 'document_id')]
  const key = named.map((value) => text.parse(value)).find((value) => value !== null && value !== '')
  if (key) return key
  const docId = text.parse(pick(block, 'docId', 'doc_id'))
  const chunkIndex = z
    .int()
    .nonnegative()
    .nullable()
    .catch(null)
    .parse(pick(block, 'chunkIndex', 'chunk_index'))
  return docId && chunkIndex !== null ? evidenceKeyOf(docId, chunkIndex) : null
}
