// The rerank step: how much of what a query asks about is in a chunk, as an absolute number in [0, 1].
import { type Unit, unitsOf } from './analyse-text.ts'
import { askingWords } from './stop-words.ts'

/** What a chunk holds of each index term. */
export type ChunkTerms = {
  /** Occurrences by term; one in the document's heading or in the chunk's heading path counts several times (`fieldWeight`). */
  readonly counts: ReadonlyMap<string, number>
  /** Terms in the text of the chunk itself. */
  readonly length: number
}

/** What a document holds in all its chunks. */
export type DocumentTerms = { readonly terms: ReadonlySet<string>; readonly chunkCount: number }

/** What a scope knows of its words. Nothing of it counts chunks, so that one document counts once, however large it is. */
export type Vocabulary = {
  /** Documents that hold the term. */
  documentsWith(term: string): number
  /** The known term that is spelled most like this one, or null. */
  similarTo(term: string): string | null
}

const askingTerms = new Set([...askingWords].flatMap((word) => unitsOf(word).map(({ term }) => term)))

export const fieldWeight = { heading: 3, path: 2, body: 1 } as const

export const tuning = {
  /**
   * Rarity of a word is `log(1 + rarityScale / (documentsWith ** commonness + 0.5))`: neither the number of documents nor that of
   * chunks is in it, so that what else a scope holds does not move the score of an answer, and a word that nobody wrote
   * weighs the same in every scope. Below 1, `commonness` damps what a word loses when unrelated documents use it too.
   */
  rarityScale: 150,
  commonness: 0.7,
  /** Saturation and length normalisation of a term's count (as k1 and b of BM25, but steeper: once is nearly enough). */
  saturation: 0.4,
  lengthShare: 0.3,
  /** Terms of a usual chunk: a constant and no average, which near-empty or huge documents could shift. */
  usualLength: 70,
  /** Usual lengths beyond which a chunk counts as no longer. */
  mostLengths: 4,
  /** Share of its credit that a word gets when only one spelled much like it is there. */
  misspelt: 0.8,
  /** Credit for a term that only other parts of the same document hold. */
  elsewhere: 0.25,
  /** Chunks from which a document holds so much that what its other chunks say counts ever less. */
  manyChunks: 40,
  /** Weight of a single character, a short number or a word of asking against another word of the same rarity. */
  weakUnit: 0.15,
  /** Units (of the greatest rarity) from which a longer query needs not cover all that it says. */
  enoughUnits: 3,
  /** How much a longer query's extra words still count. */
  extraShare: 0.3,
  /** Half coverage is far less than half an answer. */
  power: 1.15,
} as const

/** `similar` stands in for a term that no document holds. */
export type QueryUnit = Unit & { readonly weight: number; readonly similar: string | null }

/** The units of a query, each once, weighed by rarity. A word that no document holds is as rare as can be. */
export function weighQuery(query: string, vocabulary: Vocabulary): QueryUnit[] {
  const byTerm = new Map<string, QueryUnit>()
  for (const unit of unitsOf(query)) {
    if (byTerm.has(unit.term)) continue
    const similar = vocabulary.documentsWith(unit.term) > 0 ? null : vocabulary.similarTo(unit.term)
    const weight = rarityOf(unit, similar, vocabulary) * (isWeak(unit) ? tuning.weakUnit : 1)
    byTerm.set(unit.term, { ...unit, similar, weight })
  }
  return [...byTerm.values()]
}

/** Score of one chunk in [0, 1]; `document` is what all chunks of its document hold. */
export function scoreChunk(query: readonly QueryUnit[], chunk: ChunkTerms, document: DocumentTerms): number {
  const asked = query.reduce((sum, unit) => sum + unit.weight, 0)
  if (asked === 0) return 0
  const norm =
    tuning.saturation *
    (1 - tuning.lengthShare + tuning.lengthShare * Math.min(tuning.mostLengths, chunk.length / tuning.usualLength))
  const elsewhere = tuning.elsewhere * Math.min(1, tuning.manyChunks / Math.max(1, document.chunkCount))
  const creditOf = (term: string) => {
    const count = chunk.counts.get(term) ?? 0
    if (count > 0) return count / (count + norm)
    return document.terms.has(term) ? elsewhere : 0
  }
  const covered = query.reduce((sum, unit) => sum + unit.weight * unitCredit(unit, creditOf), 0)
  return Math.min(1, covered / expectedMass(asked)) ** tuning.power
}

function unitCredit(unit: QueryUnit, creditOf: (term: string) => number): number {
  const whole = unit.whole === null ? 0 : creditOf(unit.whole)
  const pieces = unit.pieces.reduce((sum, piece) => sum + creditOf(piece), 0) / Math.max(1, unit.pieces.length)
  const similar = unit.similar === null ? 0 : tuning.misspelt * creditOf(unit.similar)
  return Math.max(creditOf(unit.term), whole, pieces, similar)
}

/** Of a long query not every word can be expected in the answer: beyond `enoughUnits` its words count in part. */
function expectedMass(asked: number): number {
  const enough = tuning.enoughUnits * rarity(0)
  return asked <= enough ? asked : enough + tuning.extraShare * (asked - enough)
}

function rarityOf(unit: Unit, similar: string | null, vocabulary: Vocabulary): number {
  const own = vocabulary.documentsWith(similar ?? unit.term)
  if (own > 0 || unit.pieces.length === 0) return rarity(own)
  return rarity(Math.min(...unit.pieces.map((piece) => vocabulary.documentsWith(piece))))
}

function rarity(documentsWith: number): number {
  return Math.log(1 + tuning.rarityScale / (documentsWith ** tuning.commonness + 0.5))
}

function isWeak({ term, whole }: Unit): boolean {
  if (whole === null && askingTerms.has(term)) return true
  return /^\d{1,2}$|^\d+(?:ms|s|m|h|d|min)$/.test(term) || [...term].length === 1
}
