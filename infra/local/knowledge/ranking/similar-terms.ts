// What a misspelt or differently joined word probably is: `certifcate`, `misscheduled`. A short word is near too many others
// (`bread`, `read`).

const leastChars = 6
/** Share of common three-character pieces (Dice) from which two words count as the same one. */
const leastLikeness = 0.7
const spelled = /^[\p{L}\p{N}\p{M}]+$/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export type SimilarTerms = {
  add(term: string): void
  /** The other known term that is spelled most like this one, or null. */
  nearest(term: string): string | null
  /** The known terms that share at least this much of their pieces with it, itself included, most alike first. */
  near(term: string, options: { readonly least: number; readonly most: number }): string[]
}

export function createSimilarTerms(): SimilarTerms {
  const terms: string[] = []
  const pieceCounts: number[] = []
  const termsByPiece = new Map<string, number[]>()
  const known = new Set<string>()
  /** Common pieces by term, all 0 between calls. */
  let common = new Uint8Array(0)

  const near: SimilarTerms['near'] = (term, { least, most }) => {
    if (!isComparable(term)) return []
    if (common.length < terms.length) common = new Uint8Array(2 * terms.length)
    const pieces = piecesOf(term)
    const touched: number[] = []
    for (const piece of pieces) {
      for (const at of termsByPiece.get(piece) ?? []) {
        if (common[at] === 0) touched.push(at)
        common[at] = (common[at] ?? 0) + 1
      }
    }
    const found: { term: string; likeness: number }[] = []
    for (const at of touched) {
      const likeness = (2 * (common[at] ?? 0)) / (pieces.size + (pieceCounts[at] ?? 0))
      if (likeness >= least) found.push({ term: terms[at] ?? '', likeness })
      common[at] = 0
    }
    return found
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, most)
      .map((one) => one.term)
  }

  return {
    add(term) {
      if (known.has(term) || !isComparable(term)) return
      known.add(term)
      const pieces = piecesOf(term)
      for (const piece of pieces) {
        const holders = termsByPiece.get(piece)
        if (holders === undefined) termsByPiece.set(piece, [terms.length])
        else holders.push(terms.length)
      }
      terms.push(term)
      pieceCounts.push(pieces.size)
    },
    nearest: (term) => near(term, { least: leastLikeness, most: 2 }).find((other) => other !== term) ?? null,
    near,
  }
}

function isComparable(term: string): boolean {
  return term.length >= leastChars && spelled.test(term) && !unspaced.test(term) && !/\d/.test(term)
}

/** At most 64, since terms are not longer: a byte counts them. */
function piecesOf(term: string): Set<string> {
  const bordered = `_${term}_`
  const pieces = new Set<string>()
  for (let at = 0; at + 3 <= bordered.length; at += 1) pieces.add(bordered.slice(at, at + 3))
  return pieces
}
