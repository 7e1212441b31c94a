import type { EvidenceItem } from '../../../contract/rag-tool-result.ts'
import { type ContentWord, contentWords } from './content-words.ts'
import { readPassages } from './read-passages.ts'

const itemsRead = 3
const terms = 8
/** With fewer that the question does not have, there is nothing new to ask. */
const newTerms = 2

/** What every runbook says of itself, and measures. */
const anyRunbook =
  /^(?:symptoms?|steps?|roll ?back|causes?|diagnos\w+|mitigations?|resolutions?|meaning|impact|overview|troubleshooting|checks?|first|new|seconds?|minutes?|hours?|days?|\d.*|现象|处理|排查|回滚|原因|步骤|影响|概述|秒|分钟|小时|毫秒|连续|超过|持续|如下|查看|检查)$/i
/** Names of things: HikariCP, max_connections, p99. */
const nameLike = /[a-z][A-Z]|[A-Z]{2}|[\d_.-]/

/**
 * The words that say most of what was found, as a query: those of titles and headings, those that come again, names. Items in
 * order of rank. Null when they add nothing to the question.
 */
export function strongestTerms(question: string, items: readonly EvidenceItem[]): string | null {
  const scored = new Map<string, { readonly text: string; score: number }>()
  const count = (words: readonly ContentWord[], weight: number) => {
    for (const { text, keys } of words) {
      if (anyRunbook.test(text)) continue
      const key = keys.join(' ')
      const entry = scored.get(key) ?? { text, score: 0 }
      entry.score += weight * (nameLike.test(text) ? 1.5 : 1)
      scored.set(key, entry)
    }
  }
  items.slice(0, itemsRead).forEach(({ title, breadcrumb, excerpt }, rank) => {
    const weight = 1 / (1 + rank)
    count(distinct(contentWords(`${title ?? ''} ${breadcrumb ?? ''}`)), 2 * weight)
    // Not of the excerpt as it is: code, and text that speaks to a model, shall not become a query.
    for (const { text } of readPassages(excerpt, false)) count(contentWords(text), weight / 2)
  })
  const strongest = [...scored].sort(([, a], [, b]) => b.score - a.score).slice(0, terms)
  const asked = new Set(contentWords(question).map(({ keys }) => keys.join(' ')))
  if (strongest.filter(([key]) => !asked.has(key)).length < newTerms) return null
  return strongest.map(([, { text }]) => text).join(' ')
}

function distinct(words: readonly ContentWord[]): ContentWord[] {
  return [...new Map(words.map((word) => [word.keys.join(' '), word])).values()]
}
