import type { Figure } from '../find-figures.ts'
import { isReplaced, type Place, placeOf } from '../in-context.ts'
import type { EvidenceSentence } from '../index-evidence.ts'
import { matchFigure } from '../match-figure.ts'
import { type Comparison, inEachSentence, type Rule } from '../rule.ts'

/** Numbers with units must occur in, or follow from, the evidence (spec 06, "Semantic guard"). */
export const figures: Rule = {
  name: 'figures',
  verdict: 'UNSUPPORTED',
  reason: 'A figure does not stand in the cited evidence where it speaks of this.',
  faults: inEachSentence((comparison) =>
    comparison.stated.figures
      .filter((figure) => figurePlace(comparison, figure) !== 'in-context')
      .map((figure) => figure.text),
  ),
}

/**
 * Where a figure of the sentence stands in the evidence. A date, and a small count, which may follow from counting, are at
 * fault only where the evidence says the same thing with another.
 */
export function figurePlace(comparison: Comparison, figure: Figure): Place {
  const has = ({ figures, text }: EvidenceSentence) => figures.some((given) => matchFigure(figure, given, text))
  const rivals = ({ figures }: EvidenceSentence) => figures.some((given) => given.date === figure.date)
  if (!figure.date && !figure.smallCount) return placeOf(comparison, { has, rivals, sameSaying: 0.75 })
  return isReplaced(comparison, { has, rivals, sameSaying: 0.9 }) ? 'elsewhere' : 'in-context'
}
