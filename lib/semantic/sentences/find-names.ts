import type { Word } from '../words/find-words.ts'
import type { StatedSentence } from './read-sentence.ts'

const calendar = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)/i

/**
 * The words of a sentence that are names by their capital letter, where a capital says something: not at the start of the
 * sentence, not in a title of capitals, no initials, no months or days. Latin script only.
 */
export function findNames({ text, words }: StatedSentence): Word[] {
  return words.filter(
    (word) =>
      word.at > 0 &&
      word.text.length > 2 &&
      /^\p{Lu}\p{Ll}/u.test(word.text) &&
      !calendar.test(word.text) &&
      !/["“'`]$/.test(text.slice(0, word.at)),
  )
}
