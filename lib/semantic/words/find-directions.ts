import { type Anchor, type DirectionWord, directionKey, directionless, directionRows } from './direction-words.ts'

/** A side of a row of the table. */
type Side = { readonly row: number; readonly left: boolean }

/** A direction word where it stands in a text. */
export type FoundDirection = {
  readonly text: string
  readonly at: number
  readonly end: number
  /** The word itself, whatever its form. */
  readonly keys: readonly string[]
  readonly sides: readonly Side[]
  readonly anchor: Anchor | null
}

type Entry = { readonly keys: readonly string[]; readonly sides: Side[]; readonly anchor: Anchor | null }

const han = /^\p{Script=Han}/u
const latinWords = /\p{Script=Latin}+/gu
const signs = /(?<![-=<>])[<>≤≥]=?(?=\s*[$€£¥]?\d)/g
const longestPhrase = 3

const entries = new Map<string, Entry>()
for (const [row, [left, right]] of directionRows.entries()) {
  for (const word of left) enter(word, { row, left: true })
  for (const word of right) enter(word, { row, left: false })
}

function enter({ text, keys, anchor }: DirectionWord, side: Side) {
  const key = han.test(text) ? text : keys.join(' ')
  const entry = entries.get(key) ?? { keys, sides: [], anchor }
  entry.sides.push(side)
  entries.set(key, entry)
}

const chinese = new RegExp(
  [...directionless, ...[...entries.keys()].filter((key) => han.test(key))]
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** The direction words of a folded sentence, in order; of words within another the longest. Stop words are found too. */
export function findDirections(text: string): FoundDirection[] {
  return [...inLatin(text), ...asWritten(text, chinese), ...asWritten(text, signs)].sort((a, b) => a.at - b.at)
}

function inLatin(text: string): FoundDirection[] {
  const tokens = [...text.matchAll(latinWords)].map(({ 0: word, index }) => ({
    key: directionKey(word),
    at: index,
    end: index + word.length,
  }))
  const found: FoundDirection[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    const size = sizeOfPhrase(tokens.slice(i, i + longestPhrase).map(({ key }) => key))
    const [first, last] = [tokens[i], tokens[i + size - 1]]
    if (first === undefined || last === undefined) continue
    const entry = entries.get(keyOf(tokens.slice(i, i + size).map(({ key }) => key)))
    if (entry === undefined) continue
    found.push({ ...entry, text: text.slice(first.at, last.end), at: first.at, end: last.end })
    i += size - 1
  }
  return found
}

const keyOf = (keys: readonly string[]) => keys.join(' ')

/** How many of the words at the start of `keys` are one entry; 0 for none. */
function sizeOfPhrase(keys: readonly string[]): number {
  for (let size = keys.length; size > 0; size -= 1) if (entries.has(keyOf(keys.slice(0, size)))) return size
  return 0
}

function asWritten(text: string, words: RegExp): FoundDirection[] {
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    const entry = entries.get(word)
    return entry === undefined ? [] : [{ ...entry, text: word, at: index, end: index + word.length }]
  })
}
