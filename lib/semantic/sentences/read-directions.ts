import type { Figure } from '../figures/find-figures.ts'
import { boundsRows } from '../words/direction-words.ts'
import { type FoundDirection, findDirections } from '../words/find-directions.ts'
import type { Word } from '../words/find-words.ts'
import { findNegations, type Negation } from './find-negations.ts'

/** A direction word of a sentence with what it speaks of. */
export type Direction = FoundDirection & {
  /** The figure that it bounds: `above 90 %`, `10 or more`, `90%以上`. */
  readonly figure: Figure | null
  /** The content words right before and right behind it, within its clause; '' for none. */
  readonly before: string
  readonly behind: string
  /** Keys of the content words near it, whatever clause they stand in. */
  readonly company: ReadonlySet<string>
}

/** Words on either side that are its company. */
const reach = 3
/** Of a sentence with more of them the others are not looked at: bounds the work. */
const mostDirections = 48

const clauseBreak = /[,;:，、；：。()!?]|\b(?:and|but|while|when|then|if|because|although|whereas)\b|[但而且若]/giu
/** What may stand between a direction and the figure that it bounds: `above the limit of 90 %`, `up to about 10`. */
const toFigure = /^(?:\s*\p{Script=Latin}+){0,3}\s*[$€£¥]?\s*$|^\p{Script=Han}{0,6}\s*$/u
const fromFigure = /^\s*(?:\p{Script=Latin}+\s+)?(?:or|and)\s+$|^\s*(?:及|或)?$/u
/** These bound a figure with "or" between: `3 times or more` is at least 3. */
const boundsFromBehind = /^(?:more|higher|greater|larger|bigger|longer|less|fewer|lower|smaller|shorter|更多|更少)$/i
/** These stand behind their figure only. */
const postfix = /^以[上下内]$/
/** And these before it. */
const sign = /^[<>≤≥]/
const breaksOff = /\b(?:and|or|but|after|before|when|while|if|until|from|by)\b/i
/** What may stand between a negation and the direction that it turns round: `does not go above`. */
const toNegated = /^\s*(?:\p{Script=Latin}+\s+)?$|^\p{Script=Han}?$/u
/** What does not happen within a time takes longer, whatever the verb: `no reply arrives within 60 s`. */
const toWithin = /^[^,;:.]{0,60}$/

type Sentence = { readonly text: string; readonly words: readonly Word[]; readonly figures: readonly Figure[] }

/** The direction words of a folded sentence, in order, each turned round where it is negated. */
export function readDirections({ text, words, figures }: Sentence): Direction[] {
  const found = findDirections(text).slice(0, mostDirections)
  if (found.length === 0) return []
  const negations = findNegations(text)
  const content = words.filter(({ at }) => !found.some((direction) => at >= direction.at && at < direction.end))
  const breaks = [...text.matchAll(clauseBreak)].map(({ index }) => index)
  return found.map((direction, i) => {
    const { at, end, sides, anchor } = direction
    const before = content.filter((word) => word.at < at)
    const behind = content.filter((word) => word.at >= end)
    const start = breaks.findLast((index) => index < at) ?? 0
    const stop = breaks.find((index) => index >= end) ?? text.length
    const figure = figureOf(text, figures, direction, found[i + 1])
    const bounds =
      figure !== null && figure.end <= at && boundsFromBehind.test(direction.text)
        ? [...sides, ...sides.slice(0, 1).flatMap(({ left }) => boundsRows.map((row) => ({ row, left })))]
        : sides
    return {
      ...direction,
      sides: isNegated(text, direction, negations) ? bounds.map(({ row, left }) => ({ row, left: !left })) : bounds,
      figure,
      before: keyOf(before.findLast((word) => word.at >= start)),
      // Another direction may be what it speaks of: `before the upgrade`.
      behind: keyOf(
        (anchor === 'behind' ? words.filter((word) => word.at >= end) : behind).find((word) => word.at < stop),
      ),
      company: new Set([...before.slice(-reach), ...behind.slice(0, reach)].flatMap(({ keys }) => keys)),
    }
  })
}

const keyOf = (word: Word | undefined) => word?.keys.join(' ') ?? ''

function isNegated(text: string, { at, keys }: FoundDirection, negations: readonly Negation[]): boolean {
  const reaches = keys[0] === '=within' ? toWithin : toNegated
  return negations.some((negation) => {
    const end = negation.at + negation.text.length
    return end <= at && reaches.test(text.slice(end, at))
  })
}

function figureOf(
  text: string,
  figures: readonly Figure[],
  { at, end }: FoundDirection,
  next: FoundDirection | undefined,
): Figure | null {
  const behind = postfix.test(text.slice(at, end)) ? undefined : figures.find((figure) => figure.at >= end)
  if (behind !== undefined && (next === undefined || next.at > behind.at)) {
    const between = text.slice(end, behind.at)
    if (toFigure.test(between) && !breaksOff.test(between)) return behind
  }
  if (sign.test(text.slice(at, end))) return null
  const before = figures.findLast((figure) => figure.end <= at)
  return before !== undefined && fromFigure.test(text.slice(before.end, at)) ? before : null
}
