import { directionsLike } from './direction-words.ts'
import { pairs, type Word } from './find-words.ts'
import { stemWord } from './stem-word.ts'

/** Endings that make one word out of another (exhaust, exhaustion; fail, failure), as `stemWord` leaves them. */
const derived = /(?:abili|ibili|abl|ibl|ation|ion|ment|ness|anc|enc|ur|ag|al|er|or|iv)$/
const keep = 4
const inflected = /(?:s|d|ed|ing)$/
const particle = /^ (?:out|down|up|back|over|off)\b/
/** Degree and change before a Chinese word: 很慢 and 变慢 are 慢. */
const light = /^[很变已更太较被遭受]/u

/** The families of words that a text has: more than its keys, for where a word at fault stops a whole sentence. */
export type Families = ReadonlySet<string>

export function familiesOf(keys: Iterable<string>): Families {
  const families = new Set<string>()
  for (const key of keys) families.add(key).add(root(key))
  return families
}

/** Whether a text has a word of `sentence`, another form of it (times out, timeout), or one for the same direction (rise, grow). */
export function hasFamily(families: Families, { text, keys, at }: Word, sentence: string): boolean {
  const has = (all: readonly string[]) => all.every((key) => families.has(key) || families.has(root(key)))
  if (has(keys) || directionsLike(keys).some((word) => has(word.keys))) return true
  if (light.test(text)) return has(pairs(text.replace(light, '')))
  const behind = particle.exec(sentence.slice(at + text.length))?.[0].trim()
  if (behind === undefined) return false
  const word = text.toLowerCase()
  return [word, word.replace(inflected, ''), word.replace(/ed$|ing$/, '')].some((form) =>
    has([stemWord(form + behind)]),
  )
}

function root(key: string): string {
  const bare = key.replace(derived, '')
  return bare.length >= keep ? bare : key
}
