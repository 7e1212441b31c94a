import { once } from '../../contract/once.ts'
import { type Figure, findFigures } from '../figures/find-figures.ts'
import { type FigureIndex, indexFigures } from '../figures/index-figures.ts'
import { findChunks } from '../identifiers/find-chunks.ts'
import { type Command, findCommands } from '../identifiers/find-commands.ts'
import { findIdentifiers, type Identifier, isDate } from '../identifiers/find-identifiers.ts'
import { namesOf } from '../identifiers/names-of.ts'
import { foldForQuotes } from '../sentences/find-quoted.ts'
import { foldText } from '../sentences/fold-text.ts'
import { type Direction, readDirections } from '../sentences/read-directions.ts'
import { splitSentences } from '../sentences/split-sentences.ts'
import { findWords, keysOf, type Word } from '../words/find-words.ts'

/** One sentence of an excerpt: what it offers to be found. */
export type EvidenceSentence = {
  readonly text: string
  readonly keys: ReadonlySet<string>
  /** Its content words, found when they are first asked for. */
  readonly words: () => readonly Word[]
  readonly figures: readonly Figure[]
  readonly identifiers: readonly Identifier[]
  /** Its direction words, read when they are first asked for. */
  readonly directions: () => readonly Direction[]
}

/** Key -> positions of the sentences that have it, ascending. */
export type Positions = ReadonlyMap<string, readonly number[]>

/** One excerpt, read once for all statements that cite it. */
export type IndexedExcerpt = {
  readonly sentences: readonly EvidenceSentence[]
  readonly positions: Positions
  readonly identifiers: Positions
  readonly figures: FigureIndex
  /** Its command lines, read when they are first asked for. */
  readonly commands: () => readonly Command[]
  /** Length of the folded text, in UTF-16 units. */
  readonly length: number
  readonly forQuotes: string
}

/** Time is linear in the length of `excerpt`, but for the sorting of its figures. */
export function indexExcerpt(excerpt: string): IndexedExcerpt {
  const folded = foldText(excerpt)
  const texts = splitSentences(folded)
  const sentences = texts.map(readEvidenceSentence)
  return {
    sentences,
    positions: positionsOf(sentences.map(({ keys }) => keys)),
    identifiers: positionsOf(texts.map((text) => new Set(findChunks(text).flatMap((chunk) => namesOf(chunk.text))))),
    figures: indexFigures(sentences),
    commands: once(() => findCommands(folded)),
    length: folded.length,
    forQuotes: foldForQuotes(folded),
  }
}

function readEvidenceSentence(text: string): EvidenceSentence {
  const identifiers = findIdentifiers(text)
  // The numbers of a date in digits are those of the same date in words.
  const figures = findFigures(
    text,
    identifiers.filter((identifier) => !isDate(identifier.text)),
  )
  const words = once(() => findWords(text))
  return {
    text,
    keys: keysOf(text),
    words,
    figures,
    identifiers,
    directions: once(() => readDirections({ text, words: words(), figures })),
  }
}

function positionsOf(keysOfSentences: readonly ReadonlySet<string>[]): Positions {
  const positions = new Map<string, number[]>()
  for (const [i, keys] of keysOfSentences.entries()) {
    for (const key of keys) {
      const at = positions.get(key)
      if (at === undefined) positions.set(key, [i])
      else at.push(i)
    }
  }
  return positions
}
