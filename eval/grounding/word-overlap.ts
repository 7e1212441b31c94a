// The baseline that layer 1 must beat: how many of the claim's words the evidence has, whatever they are.

const words = /[\p{Script=Han}]|[\p{L}\p{N}]+/gu

/** Fraction of the words of `claim` (Chinese: characters), each time they stand, that occur in `evidence`; 0 to 1. */
export function wordOverlap(claim: string, evidence: readonly string[]): number {
  const has = new Set(evidence.flatMap(wordsOf))
  const own = wordsOf(claim)
  return own.length === 0 ? 0 : own.filter((word) => has.has(word)).length / own.length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(words) ?? []
}
