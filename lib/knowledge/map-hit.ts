// One hit, in py-rag's words or translated into them, -> `KnowledgeHit`: one table of missing and mistyped fields for every engine
// (spec 01, "Search"; spec 02, "Map").
import { parseEvidenceKey } from '../contract/ids.ts'
import type { KnowledgeHit } from '../contract/knowledge-hit.ts'
import { limits } from '../contract/limits.ts'
import { countChars } from '../text/cut-text.ts'
import { wellFormed } from '../text/well-formed.ts'

export type MappedHit =
  | { readonly kind: 'hit'; readonly hit: KnowledgeHit }
  /** It has no excerpt: nothing to see, nothing wrong. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'malformed' }

type Fields = Readonly<Record<string, unknown>>
type Warn = (field: string, problem: string) => void

/** `rank` is the hit's position in the array + 1. `warn` is given sentences without content. */
export function mapHit(raw: unknown, rank: number, addWarning: (sentence: string) => void): MappedHit {
  const dropped = (why: string): MappedHit => {
    addWarning(`Hit ${rank}: ${why}; the hit is dropped.`)
    return { kind: 'malformed' }
  }
  if (!isFields(raw)) return dropped('it is not an object')
  const key = evidenceKey(raw, rank)
  if (typeof key !== 'string') return dropped(`evidence_key ${key.problem}`)
  const { excerpt } = raw
  if (isMissing(excerpt)) return { kind: 'blank' }
  if (typeof excerpt !== 'string') return dropped('excerpt is not a text')

  const warn: Warn = (field, problem) => addWarning(`Hit ${rank}: ${field} ${problem}.`)
  const identity = parseEvidenceKey(key)
  const documentId = optionalText(raw, 'document_id', warn, 'it is not used')
  const { rawScore, score } = qualityScore(raw.quality_score, warn)
  return {
    kind: 'hit',
    hit: {
      evidenceKey: key,
      docId: identity?.docId ?? (documentId || null),
      documentId: documentId || null,
      chunkIndex: identity?.chunkIndex ?? null,
      content: wellFormed(excerpt),
      rawScore,
      score,
      scoreLabel: 'RERANK',
      originalRank: rank,
      source: optionalText(raw, 'source', warn),
      title: optionalText(raw, 'title', warn),
      breadcrumb: optionalText(raw, 'breadcrumb', warn),
    },
  }
}

/** As given; if missing or blank, `vector:{id}` when the hit has an `id`, else `rank:{rank}`. */
function evidenceKey(raw: Fields, rank: number): string | { readonly problem: string } {
  const given = raw.evidence_key
  if (!isMissing(given) && typeof given !== 'string') return { problem: 'is not a text' }
  const key = wellFormed(given?.trim() ? given : fallbackKey(raw.id, rank))
  if (/\p{Cc}/u.test(key)) return { problem: 'has control characters' }
  if (countChars(key) > limits.knowledge.evidenceKeyChars) return { problem: 'is too long' }
  return key
}

function fallbackKey(id: unknown, rank: number): string {
  const hasId = (typeof id === 'string' && id.trim() !== '') || (typeof id === 'number' && Number.isFinite(id))
  return hasId ? `vector:${id}` : `rank:${rank}`
}

/** JSON has no NaN, but `1e999` parses to infinity, which is no score either and could not be stored. */
function qualityScore(given: unknown, warn: Warn): { readonly rawScore: number | null; readonly score: number } {
  if (typeof given !== 'number' || !Number.isFinite(given)) {
    warn('quality_score', `is ${isMissing(given) ? 'missing' : 'not a finite number'}; it counts as 0`)
    return { rawScore: null, score: 0 }
  }
  const score = Math.min(1, Math.max(0, given))
  if (score !== given) warn('quality_score', `is outside 0 to 1; it counts as ${score}`)
  return { rawScore: given, score }
}

function optionalText(raw: Fields, field: string, warn: Warn, effect = 'it counts as absent'): string | null {
  const given = raw[field]
  if (typeof given === 'string') return wellFormed(given)
  if (!isMissing(given)) warn(field, `is not a text; ${effect}`)
  return null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}
