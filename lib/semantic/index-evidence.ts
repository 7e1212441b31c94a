import { type Figure, findFigures } from './find-figures.ts'
import { findChunks, findIdentifiers, identifierKeys, isDate } from './find-identifiers.ts'
import { foldForQuotes } from './find-quoted.ts'
import { keysOf } from './find-words.ts'
import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** One sentence of an excerpt: what it offers to be found. */
export type EvidenceSentence = {
  readonly text: string
  readonly keys: ReadonlySet<string>
  readonly figures: readonly Figure[]
  readonly identifiers: ReadonlySet<string>
}

/** One excerpt, read once for all statements that cite it. */
export type IndexedExcerpt = {
  readonly sentences: readonly EvidenceSentence[]
  /** Key -> positions of the sentences that have it, ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>
  readonly folded: string
  readonly forQuotes: string
}

/** Linear in the length of `excerpt`. */
export function indexExcerpt(excerpt: string): IndexedExcerpt {
  const folded = foldText(excerpt)
  const sentences = splitSentences(folded).map(readEvidenceSentence)
  const positions = new Map<string, number[]>()
  for (const [i, sentence] of sentences.entries()) {
    for (const key of sentence.keys) {
      const at = positions.get(key)
      if (at === undefined) positions.set(key, [i])
      else at.push(i)
    }
  }
  return { sentences, positions, folded, forQuotes: foldForQuotes(folded) }
}

function readEvidenceSentence(text: string): EvidenceSentence {
  const identifiers = findIdentifiers(text).filter((identifier) => !isDate(identifier.text))
  return {
    text,
    keys: keysOf(text),
    figures: findFigures(text, identifiers),
    identifiers: new Set(findChunks(text).flatMap((chunk) => identifierKeys(chunk.text))),
  }
}
