import { denialsIn, surroundings } from './find-denials.ts'
import type { Negation } from './find-negations.ts'
import { placeOfKey, type Readable } from './place-of-key.ts'

/** Words of what is forbidden that must all be said; Chinese ones are shorter. */
const wordsForbidden = { han: 3, other: 2 }
/** By these the right way is told in place of the wrong one: "not during peak hours", "after peak hours". */
const otherwise =
  /\b(?:after|before|outside|beyond|once|until|unless|one|first|then|off)\b|[前后外再]|分批|逐|改|通过|代替/gi
/** A doing that opens its clause tells of it and orders nothing, unless it is approved of. */
const opensClause = /(?:^|[,;:()])\s*$/
const doingForm = /^\p{Script=Latin}+ing\b/u
const approval = /\b(?:safe|fine|ok|okay|good|allowed|permitted|recommended|required|necessary|advised)\b/i
/** Nor is what comes of it an order. */
const consequence = /会(?!话|员)|可能|导致|引起|造成/
const han = /^\p{Script=Han}/u

/** A folded sentence with its negations. */
export type Negatable = Readable & { readonly negations: readonly Negation[] }

/**
 * Whether a sentence orders what a prohibition of another, `own`, forbids, and does not forbid it, deny it, or tell the right
 * way in place of it.
 */
export function isOrdered(sentence: Negatable, own: string, { at, text: prohibition, doing }: Negation): boolean {
  if (doing === null) return false
  const { text, negations } = sentence
  const isHan = han.test(doing[0]?.[0] ?? '')
  const needed = doing.slice(0, isHan ? wordsForbidden.han : wordsForbidden.other).flat()
  const places = needed.map((key) => placeOfKey(sentence, key))
  const [[first], [place]] = [needed, places]
  if (first === undefined || place === undefined || places.some((each) => each < 0)) return false
  const forbidsToo = negations.some(({ scope }) => scope.some((key) => (isHan ? key.includes(first) : key === first)))
  if (forbidsToo || denialsIn(text.slice(place, Math.max(...places))).length > 0) return false
  const near = surroundings(text, place)
  if (consequence.test(near)) return false
  const rest = `${own.slice(0, at)} ${own.slice(at + prohibition.length)}`.toLowerCase()
  const turns = [...denialsIn(near), ...(text.match(otherwise) ?? [])]
  if (turns.some((word) => !rest.includes(word.toLowerCase()))) return false
  return !(opensClause.test(text.slice(0, place)) && doingForm.test(text.slice(place)) && !approval.test(text))
}
