import type { Word } from '../words/find-words.ts'

/** A folded sentence with its words, found when they are asked for. */
export type Readable = { readonly text: string; readonly words: () => readonly Word[] }

const han = /^\p{Script=Han}/u

/** Where a sentence says `key`: Chinese by its characters, other words by their stem; -1 where it does not. */
export function placeOfKey({ text, words }: Readable, key: string): number {
  if (han.test(key)) return text.indexOf(key)
  return words().find(({ keys }) => keys.includes(key))?.at ?? -1
}
