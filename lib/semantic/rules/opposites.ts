import type { EvidenceSentence } from '../comparison/index-evidence.ts'
import { matchFigure } from '../figures/match-figure.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { type Direction, readDirections } from '../sentences/read-directions.ts'
import { readOrder } from '../sentences/read-order.ts'
import type { StatedSentence } from '../sentences/read-sentence.ts'

/** From this cover on the two sentences speak of the same. */
const sameSubject = 0.5
/** These turn a bound into its other side: `until it is below 90 %`, `while it is above 90 %`. */
const turning = /\b(?:until|till|unless)\b|直到|除非/i

/**
 * A word of direction must not stand where the evidence has its opposite: raised for lowered, enabled for disabled, below 90 %
 * for above 90 %. Where the evidence has both, what stands beside the word decides. Nor must two steps change places.
 */
export const opposites: Rule = {
  name: 'opposites',
  verdict: 'UNSUPPORTED',
  reason: 'Where it says this, the evidence says the opposite word or order.',
  faults: inEachSentence(({ stated, best }) => {
    const close = best.filter((match) => match.cover >= sameSubject)
    if (close.length === 0 || close.length < best.length) return []
    const own = readDirections(stated)
    const reversed = own.filter((direction) => {
      const alone = !own.some((other) => opposed(other, direction))
      return close.every(
        ({ sentence }) =>
          turning.test(sentence.text) === turning.test(stated.text) && isReversed(direction, alone, sentence),
      )
    })
    const moved = misordered(
      stated,
      close.map(({ sentence }) => sentence),
    )
    return [...new Set([...reversed.map(({ text }) => text), ...moved])]
  }),
}

/** The word by which two steps stand in the order that each sentence of the evidence turns round; none when it does not. */
function misordered(stated: StatedSentence, evidence: readonly EvidenceSentence[]): readonly string[] {
  const order = readOrder(stated)
  if (order === null || order.first === order.second) return []
  const turned = evidence.every((sentence) => {
    const given = readOrder({ text: sentence.text, words: sentence.words() })
    return given !== null && given.first === order.second && given.second === order.first
  })
  return turned ? [order.by] : []
}

/** @param alone the statement's sentence does not have the opposite too */
function isReversed(direction: Direction, alone: boolean, sentence: EvidenceSentence): boolean {
  const given = sentence.directions()
  const opposite = given.filter((other) => opposed(other, direction))
  if (opposite.length === 0) return false
  const same = given.filter((other) => alike(other, direction))
  const { figure } = direction
  if (figure !== null) {
    const bounds = (other: Direction) => other.figure !== null && matchFigure(figure, other.figure, sentence.text)
    if (same.some(bounds)) return false
    if (opposite.some(bounds)) return true
  }
  const nearest = Math.max(...opposite.map((other) => nearness(direction, other)))
  if (nearest > Math.max(0, ...same.map((other) => nearness(direction, other, true)))) return true
  if (direction.anchor !== null || same.length > 0 || !alone) return false
  return opposite.some(
    ({ anchor, company }) => anchor === null && [...company].some((key) => direction.company.has(key)),
  )
}

/**
 * How many of the words at its sides the two share, of those that count for such a word.
 * @param carried what a clause leaves out before the word may be that of the one before: `grows by day and shrinks at night`
 */
function nearness({ anchor, before, behind }: Direction, other: Direction, carried = false): number {
  const ways = [anchor, other.anchor]
  if (ways.includes('figure')) return 0
  const sharesBefore = before !== '' && (before === other.before || (carried && other.before === ''))
  const sharesBehind = behind !== '' && behind === other.behind
  if (ways.includes('behind') && !sharesBehind) return 0
  if (ways.includes('before') && !sharesBefore) return 0
  return Number(sharesBefore) + Number(sharesBehind)
}

/** One word with and without a negation is left to the rule of polarity. */
function opposed(one: Direction, other: Direction): boolean {
  if (one.keys.join(' ') === other.keys.join(' ')) return false
  return one.sides.some(({ row, left }) => other.sides.some((side) => side.row === row && side.left !== left))
}

function alike(one: Direction, other: Direction): boolean {
  return one.sides.some(({ row, left }) => other.sides.some((side) => side.row === row && side.left === left))
}
