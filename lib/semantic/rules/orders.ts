import type { Comparison } from '../comparison/comparison.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { isLooking } from '../words/framing-words.ts'

/** Where another order may begin within a sentence. */
const clauseStart = /^|[;；,，:：、]|\b(?:and|then|or|after|before|by|to)\b|[并再后]/giu

/**
 * What an action orders must stand in its evidence: the word that opens a clause, in English the verb. `Delete the gateway`
 * shares its noun with every text about gateways, and no figure or name of it is wrong; only its verb is invented. For actions
 * only (spec 06): an observation may open with any word.
 */
export const orders: Rule = {
  name: 'orders',
  verdict: 'UNSUPPORTED',
  reason: 'The evidence does not speak of doing this.',
  faults: inEachSentence((comparison) => {
    const [first] = comparison.stated.words
    const opening = first === undefined ? [] : [first, ...verbsBehind(comparison)]
    const invented = opening.filter(
      ({ text, keys }) => !isLooking(text) && !keys.every((key) => inEvidence(comparison, key)),
    )
    return invented.map(({ text }) => text)
  }),
}

/** The first content word behind each mark that may begin another order, when it follows at once. */
function verbsBehind({ stated }: Comparison): Comparison['stated']['words'] {
  return [...stated.text.matchAll(clauseStart)].flatMap(({ 0: mark, index }) => {
    const start = index + mark.length
    const next = stated.words.find(({ at }) => at >= start)
    return next !== undefined && /^\s*$/.test(stated.text.slice(start, next.at)) ? [next] : []
  })
}

const inEvidence = ({ evidence }: Comparison, key: string) => evidence.some(({ positions }) => positions.has(key))
