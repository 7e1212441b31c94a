// Of two steps which is first: "drain it before you reboot it", "after you drain it, reboot it", 先摘流量,再重启.
import type { Word } from '../words/find-words.ts'
import { findNegations } from './find-negations.ts'

/** Two steps of a sentence by the word that opens each, and the word that puts them in order. */
export type Order = { readonly first: string; readonly second: string; readonly by: string }

const marks = /\b(?:before|after|then)\b/giu
const clauseBreak = /[,;:()]/g
/** These open no step. */
const openers = /^(?:first|always|now|immediately)$/i
const chinese = /先\s*(?<first>\p{Script=Han}{2})[^先再]*?(?<by>再|然后)\s*(?<second>\p{Script=Han}{2})/u

/**
 * The order of the two steps of a folded sentence; null when there are not two, more than one word puts them in order, or a
 * negation may turn it round (`never reboot it before you drain it`).
 */
export function readOrder({ text, words }: { readonly text: string; readonly words: readonly Word[] }): Order | null {
  if (findNegations(text).length > 0) return null
  const inChinese = chinese.exec(text)?.groups
  if (inChinese !== undefined) {
    const { first = '', second = '', by = '' } = inChinese
    return { first, second, by }
  }
  const [mark, another] = [...text.matchAll(marks)]
  if (mark === undefined || another !== undefined) return null
  const [by] = mark
  const { index } = mark
  const openerFrom = (at: number) =>
    words.find((word) => word.at >= at && word.at !== index && !openers.test(word.text))
  const ahead = openerFrom(index + by.length)
  const start = [...text.slice(0, index).trimEnd().replace(/[,;]$/, '').matchAll(clauseBreak)].at(-1)?.index ?? 0
  const before = openerFrom(start)
  const opensSentence = before === undefined || before.at > index
  const comma = text.indexOf(',', index)
  const other = opensSentence && comma > 0 ? openerFrom(comma) : before
  if (ahead === undefined || other === undefined || other === ahead) return null
  const [one, two] = [other.keys.join(' '), ahead.keys.join(' ')]
  return by.toLowerCase() === 'after' ? { first: two, second: one, by } : { first: one, second: two, by }
}
