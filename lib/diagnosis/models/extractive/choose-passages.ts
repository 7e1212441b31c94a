// Which passages are worth showing: those that share the question's words, causes and steps before the rest.
import { type ContentWord, contentWords, hasWord, keysOf } from './content-words.ts'
import type { FoundPassage } from './found-passages.ts'

const atLeast = 3
const atMost = 6
const perItem = 2
/** Behind the third, a passage must score this part of the best one's score. */
const worth = 0.5

const cause =
  /\b(?:because|caused? by|causes?|due to|reasons?|result(?:s|ed)? (?:in|from)|leads? to|means? that|indicates?|happens? when|occurs? when|triggered)\b|原因|导致|由于|因为|引起|造成|说明|意味着|表示|通常是|往往/i
const dependent =
  /^(?:this|that|these|those|it|they|he|she|such|however|also|otherwise)\b|^(?:这|那|该|它|其|此|否则|另外|同时)/i
const undoing = /roll ?back|revert|回滚|回退|撤销/i
const describing = /symptom|meaning|impact|background|overview|现象|症状|影响|背景|概述|含义/i

/** The passages for analyses, best first: 3 to 6 where there are as many, at most 2 an item, none twice. */
export function choosePassages(question: string, passages: readonly FoundPassage[]): FoundPassage[] {
  const ranked = rankPassages(question, passages)
  const best = ranked[0]?.score ?? 0
  const chosen: FoundPassage[] = []
  const texts = new Set<string>()
  for (const { passage, score } of ranked) {
    const text = passage.text.toLowerCase()
    const ofItem = chosen.filter((other) => other.item.document_id === passage.item.document_id).length
    if (chosen.length === atMost || ofItem === perItem || texts.has(text)) continue
    if (chosen.length >= atLeast && score < worth * best) break
    chosen.push(passage)
    texts.add(text)
  }
  return chosen
}

export function isCause({ text }: FoundPassage): boolean {
  return cause.test(text)
}

/** Whether the passage stands where a document tells how to take a measure back. */
export function isUndoing({ item }: FoundPassage): boolean {
  return undoing.test(sectionOf(item.breadcrumb))
}

/** Whether the passage tells what to do, where a document tells what to do. */
export function isDoable(passage: FoundPassage): boolean {
  return passage.step && !isUndoing(passage) && !describing.test(sectionOf(passage.item.breadcrumb))
}

/** The last heading of a breadcrumb, below the document's own title. */
function sectionOf(breadcrumb: string | null): string {
  const [, ...sections] = (breadcrumb ?? '').split('>')
  return sections.at(-1) ?? ''
}

function rankPassages(question: string, passages: readonly FoundPassage[]) {
  const words = contentWords(question)
  const keys = passages.map((passage) => keysOf(passage.text))
  const weights = words.map((word) => {
    const having = keys.filter((of) => hasWord(of, word)).length
    return Math.log(1 + passages.length / (1 + having))
  })
  const asksToUndo = undoing.test(question)
  return passages
    .map((passage, i) => {
      const { title, breadcrumb } = passage.item
      const score =
        shared(words, weights, keys[i] ?? new Set()) +
        0.3 * shared(words, weights, keysOf(`${title ?? ''} ${breadcrumb ?? ''}`)) +
        (isCause(passage) ? 0.15 : 0) +
        (passage.step ? 0.05 : 0) +
        0.1 / (1 + passage.rank + passage.lookup) -
        (dependent.test(passage.text) ? 0.1 : 0) -
        (isUndoing(passage) && !asksToUndo ? 0.2 : 0)
      return { passage, score }
    })
    .sort((a, b) => b.score - a.score)
}

/** The part of the question's weight that a text has, 0 to 1. */
function shared(words: readonly ContentWord[], weights: readonly number[], keys: ReadonlySet<string>): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const had = words.reduce((sum, word, i) => sum + (hasWord(keys, word) ? (weights[i] ?? 0) : 0), 0)
  return all === 0 ? 0 : had / all
}
