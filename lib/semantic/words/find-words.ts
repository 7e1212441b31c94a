import { stemWord } from './stem-word.ts'
import { stopWords } from './stop-words.ts'

const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:'[a-zA-Z]+)?/gv
const chinese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** A content word of a statement. */
export type Word = {
  /** As the text writes it. */
  readonly text: string
  /** Where it starts, in UTF-16 units of the folded sentence. */
  readonly at: number
  /** What a sentence must have, all of them, to have this word: one English stem, or the pairs of neighbouring Chinese characters. */
  readonly keys: readonly string[]
}

/** The content words of a folded sentence, in order: no stop words, no bare figures. */
export function findWords(sentence: string): Word[] {
  const words: Word[] = []
  for (const { 0: run, index } of sentence.matchAll(runs)) {
    if (!chinese.test(run)) {
      const key = latinKey(run)
      if (key !== null) words.push({ text: run, at: index, keys: [key] })
      continue
    }
    for (const { segment, index: offset } of segmenter.segment(run)) {
      if (stopWords.has(segment)) continue
      words.push({ text: segment, at: index + offset, keys: pairs(segment) })
    }
  }
  return words
}

/**
 * The keys that a folded sentence offers: English stems; single Chinese characters and their pairs, so that it does not
 * matter how a segmenter would cut it.
 */
export function keysOf(sentence: string): Set<string> {
  const keys = new Set<string>()
  for (const [run] of sentence.matchAll(runs)) {
    if (!chinese.test(run)) {
      const key = latinKey(run)
      if (key !== null) keys.add(key)
      continue
    }
    for (const char of run) keys.add(char)
    for (const pair of pairs(run)) keys.add(pair)
  }
  return keys
}

/** Neighbouring characters of a Chinese run; a run of one is its own only key. */
export function pairs(run: string): string[] {
  const chars = [...run]
  if (chars.length === 1) return chars
  return chars.slice(1).map((char, i) => `${chars[i]}${char}`)
}

function latinKey(run: string): string | null {
  const word = run.toLowerCase()
  if (stopWords.has(word) || /^\p{N}+$/u.test(word)) return null
  return stemWord(word)
}
