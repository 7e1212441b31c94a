import type { Comparison } from '../comparison/comparison.ts'
import { isReplaced, type Place, placeOf } from '../comparison/in-context.ts'
import type { EvidenceSentence, IndexedExcerpt } from '../comparison/index-evidence.ts'
import { type Figure, outsideFigures } from '../figures/find-figures.ts'
import { positionsOfFigure } from '../figures/index-figures.ts'
import { matchFigure, sameMeasure, sameSort } from '../figures/match-figure.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import type { Word } from '../words/find-words.ts'

/** Numbers with units must occur in, or follow from, the evidence (spec 06, "Semantic guard"). */
export const figures: Rule = {
  name: 'figures',
  verdict: 'UNSUPPORTED',
  reason: 'A figure does not stand in the cited evidence where it speaks of this.',
  faults: inEachSentence((comparison) => {
    const places = figurePlaces(comparison)
    const { figures: stated } = comparison.stated
    return [...new Set([...stated.filter((_, i) => places[i] !== 'in-context'), ...exchanged(comparison)])].map(
      (figure) => figure.text,
    )
  }),
}

/** Of a sentence with more figures than this the others are not looked at as counterparts: bounds the work. */
const figuresWeighed = 64

/**
 * Where each figure of the sentence stands in the evidence, in order. A date, and a small count, which may follow from
 * counting, are at fault only where the evidence says the same thing with another.
 */
export function figurePlaces(comparison: Comparison): Place[] {
  const { figures: stated } = comparison.stated
  const unmatched = new Map<EvidenceSentence, readonly Figure[]>()
  /** The figures of a sentence of the evidence that are not already one of the statement's. */
  const others = (sentence: EvidenceSentence) => {
    const known = unmatched.get(sentence) ?? unmatchedIn(sentence, stated)
    unmatched.set(sentence, known)
    return known
  }
  return stated.map((figure) => {
    const sought = {
      holders: ({ figures, sentences }: IndexedExcerpt) => positionsOfFigure(figure, figures, sentences),
      rival: (sentence: EvidenceSentence) => {
        const given = others(sentence)
        if (given.some((other) => sameMeasure(figure, other))) return true
        return given.some((other) => sameSort(figure, other)) ? false : null
      },
    }
    if (!figure.date && !figure.smallCount) return placeOf(comparison, { ...sought, sameSaying: 0.75 })
    return isReplaced(comparison, { ...sought, sameSaying: 0.9 }) ? 'elsewhere' : 'in-context'
  })
}

function unmatchedIn({ figures: given, text }: EvidenceSentence, stated: readonly Figure[]): readonly Figure[] {
  const weighed = stated.slice(0, figuresWeighed)
  return given.slice(0, figuresWeighed).filter((other) => !weighed.some((figure) => matchFigure(figure, other, text)))
}

/**
 * Where the evidence has the same words in the same order, its figures must be the same in the same order, dates and small
 * counts too: "5 of 10" is not "10 of 5".
 */
function exchanged({ stated, saying }: Comparison): readonly Figure[] {
  if (stated.figures.length === 0) return []
  const order = wordOrder(stated.words)
  const faults = saying(1)
    .filter(({ sentence }) => sentence.figures.length === stated.figures.length)
    .filter(({ sentence }) => wordOrder(outsideFigures(sentence.words(), sentence.figures)) === order)
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
