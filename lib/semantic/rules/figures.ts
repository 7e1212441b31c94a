import { type Figure, outsideFigures } from '../find-figures.ts'
import { findWords, type Word } from '../find-words.ts'
import { isReplaced, type Place, placeOf } from '../in-context.ts'
import type { EvidenceSentence, IndexedExcerpt } from '../index-evidence.ts'
import { positionsOfFigure } from '../index-figures.ts'
import { matchFigure } from '../match-figure.ts'
import { type Comparison, inEachSentence, type Rule } from '../rule.ts'

/** Numbers with units must occur in, or follow from, the evidence (spec 06, "Semantic guard"). */
export const figures: Rule = {
  name: 'figures',
  verdict: 'UNSUPPORTED',
  reason: 'A figure does not stand in the cited evidence where it speaks of this.',
  faults: inEachSentence((comparison) =>
    [
      ...new Set([
        ...comparison.stated.figures.filter((figure) => figurePlace(comparison, figure) !== 'in-context'),
        ...exchanged(comparison),
      ]),
    ].map((figure) => figure.text),
  ),
}

/**
 * Where a figure of the sentence stands in the evidence. A date, and a small count, which may follow from counting, are at
 * fault only where the evidence says the same thing with another.
 */
export function figurePlace(comparison: Comparison, figure: Figure): Place {
  const holders = ({ figures, sentences }: IndexedExcerpt) => positionsOfFigure(figure, figures, sentences)
  const rivals = ({ figures }: EvidenceSentence) => figures.some((given) => given.date === figure.date)
  if (!figure.date && !figure.smallCount) return placeOf(comparison, { holders, rivals, sameSaying: 0.75 })
  return isReplaced(comparison, { holders, rivals, sameSaying: 0.9 }) ? 'elsewhere' : 'in-context'
}

/**
 * Where the evidence has the same words in the same order, its figures must be the same in the same order, dates and small
 * counts too: "5 of 10" is not "10 of 5".
 */
function exchanged({ stated, best }: Comparison): readonly Figure[] {
  const order = wordOrder(stated.words)
  const faults = best
    .filter(({ sentence }) => sentence.figures.length === stated.figures.length)
    .filter(({ sentence }) => wordOrder(outsideFigures(findWords(sentence.text), sentence.figures)) === order)
    .map(({ sentence: { figures, text } }) =>
      stated.figures.filter((figure, i) => {
        const given = figures[i]
        return given !== undefined && !matchFigure(figure, given, text)
      }),
    )
  return faults.every((figures) => figures.length > 0) ? (faults[0] ?? []) : []
}

function wordOrder(words: readonly Word[]): string {
  return words.map((word) => word.keys.join('')).join(' ')
}
