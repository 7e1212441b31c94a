import type { EvidenceSentence } from '../comparison/index-evidence.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { type DirectionWord, directionWords } from '../words/direction-words.ts'
import type { Word } from '../words/find-words.ts'

/** From this cover on the two sentences speak of the same. */
const sameSubject = 0.5
/** Words on either side in which the company is looked for. */
const reach = 3

/** A word of direction must not stand where the evidence has its opposite: raised for lowered, enabled for disabled. */
export const opposites: Rule = {
  name: 'opposites',
  verdict: 'UNSUPPORTED',
  reason: 'Where it says this, the evidence says the opposite word.',
  faults: inEachSentence(({ stated, best }) => {
    const close = best.filter((match) => match.cover >= sameSubject)
    if (close.length === 0 || close.length < best.length) return []
    const own = stated.keys
    return stated.words
      .filter(({ keys }, i) => {
        const opposite = directionWords.opposedTo(keys)
        if (opposite.length === 0) return false
        const company = around(stated.words, i)
        return close.every(({ sentence }) => reversed(keys, opposite, own, company, sentence))
      })
      .map((word) => word.text)
  }),
}

/** Keys of the words beside the one at `i`. */
function around(words: readonly Word[], i: number): ReadonlySet<string> {
  return new Set(
    [...words.slice(Math.max(0, i - reach), i), ...words.slice(i + 1, i + 1 + reach)].flatMap((w) => w.keys),
  )
}

/** Whether the evidence sentence lacks the word but has its opposite, in the same company. */
function reversed(
  keys: readonly string[],
  opposite: readonly DirectionWord[],
  own: ReadonlySet<string>,
  company: ReadonlySet<string>,
  { keys: given, words: find }: EvidenceSentence,
): boolean {
  if (keys.every((key) => given.has(key))) return false
  const others = opposite.filter((other) => other.keys.every((key) => given.has(key) && !own.has(key)))
  if (others.length === 0) return false
  const words = find()
  return words.some(
    (word, i) =>
      others.some((other) => other.keys.join(' ') === word.keys.join(' ')) &&
      [...around(words, i)].some((key) => company.has(key)),
  )
}
