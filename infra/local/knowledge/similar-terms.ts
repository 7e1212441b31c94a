// What a misspelt or differently joined word probably is: `certifcate`, `misscheduled`. Only for words that nobody wrote; a
// short word is near too many others (`bread`, `read`).

const leastChars = 6
/** Share of common three-character pieces (Dice) from which two words count as the same one. */
const leastLikeness = 0.7
const spelled = /^[\p{L}\p{N}\p{M}]+$/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export type SimilarTerms = {
  add(term: string): void
  /** The most similar known term, or null. */
  nearest(term: string): string | null
}

export function createSimilarTerms(): SimilarTerms {
  const termsByPiece = new Map<string, string[]>()
  const pieceCounts = new Map<string, number>()
  return {
    add(term) {
      if (!isComparable(term) || pieceCounts.has(term)) return
      const pieces = piecesOf(term)
      pieceCounts.set(term, pieces.size)
      for (const piece of pieces) {
        const terms = termsByPiece.get(piece)
        if (terms === undefined) termsByPiece.set(piece, [term])
        else terms.push(term)
      }
    },
    nearest(term) {
      if (!isComparable(term)) return null
      const pieces = piecesOf(term)
      const common = new Map<string, number>()
      for (const piece of pieces) {
        for (const known of termsByPiece.get(piece) ?? []) common.set(known, (common.get(known) ?? 0) + 1)
      }
      let best: string | null = null
      let bestLikeness = leastLikeness
      for (const [known, count] of common) {
        const likeness = (2 * count) / (pieces.size + (pieceCounts.get(known) ?? 0))
        if (likeness >= bestLikeness && (likeness > bestLikeness || best === null)) {
          best = known
          bestLikeness = likeness
        }
      }
      return best
    },
  }
}

function isComparable(term: string): boolean {
  return term.length >= leastChars && spelled.test(term) && !unspaced.test(term) && !/\d/.test(term)
}

function piecesOf(term: string): Set<string> {
  const bordered = `_${term}_`
  const pieces = new Set<string>()
  for (let at = 0; at + 3 <= bordered.length; at += 1) pieces.add(bordered.slice(at, at + 3))
  return pieces
}
