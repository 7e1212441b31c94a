import { type Figure, findFigures, outsideFigures } from '../figures/find-figures.ts'
import { findIdentifiers, type Identifier } from '../identifiers/find-identifiers.ts'
import { findWords, keysOf, type Word } from '../words/find-words.ts'
import { findNegations, type Negation } from './find-negations.ts'

/** One sentence of a statement, read once for all rules. */
export type StatedSentence = {
  readonly text: string
  /** Content words; a spelled number and a unit belong to their figure. */
  readonly words: readonly Word[]
  readonly keys: ReadonlySet<string>
  readonly figures: readonly Figure[]
  readonly identifiers: readonly Identifier[]
  readonly negations: readonly Negation[]
}

/** `text`: one folded sentence. */
export function readSentence(text: string): StatedSentence {
  const identifiers = findIdentifiers(text)
  const figures = findFigures(text, identifiers)
  return {
    text,
    words: outsideFigures(findWords(text), figures),
    keys: keysOf(text),
    figures,
    identifiers,
    negations: findNegations(text),
  }
}
