import { createHash } from 'node:crypto'
import type { CanonicalInvocation } from '../contract/invocation.ts'
import { type RagToolResult, ragToolResult } from '../contract/rag-tool-result.ts'

type StoredProjection = Pick<
  CanonicalInvocation,
  'tool_call_id' | 'projection' | 'projection_sha256' | 'evidence_status'
>

/**
 * What the agent saw, from the bytes in the ledger (spec 04, code 20). Null when it cannot be trusted: no text, a digest
 * (SHA-256, lower-case hex, over UTF-8) that does not match, JSON that is not exactly a `RagToolResult`, or one that is of
 * another call or status than its record.
 */
export function readProjection(record: StoredProjection): RagToolResult | null {
  const { projection, projection_sha256 } = record
  if (projection === null) return null
  if (createHash('sha256').update(projection, 'utf8').digest('hex') !== projection_sha256) return null
  const parsed = ragToolResult.safeParse(parseJson(projection))
  if (!parsed.success) return null
  const result = parsed.data
  if (result.tool_call_id !== record.tool_call_id) return null
  if (result.evidence_status !== record.evidence_status) return null
  return result
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
