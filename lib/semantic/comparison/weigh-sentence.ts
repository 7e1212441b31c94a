import { findPredicates } from '../sentences/find-predicates.ts'
import type { StatedSentence } from '../sentences/read-sentence.ts'
import type { Word } from '../words/find-words.ts'
import { isFraming } from '../words/framing-words.ts'
import { type Families, hasFamily } from '../words/word-family.ts'

const oneHan = /^\p{Script=Han}$/u
const endsHan = /\p{Script=Han}$/u

/** A sentence of a statement by what its evidence knows of it. */
export type Weight = {
  /** Different content words that the evidence has in any form, and figures. */
  readonly shared: number
  /** Content words that it has in no form. */
  readonly unknown: readonly Word[]
  /** Of the unknown ones those by which the sentence may say something of its subject. */
  readonly predicates: readonly Word[]
  /** A whole predicate is unknown: nothing that the sentence says of its subject is in the evidence. */
  readonly nothingSaid: boolean
}

/** @param families those of all the evidence of the statement */
export function weighSentence({ text, words, figures }: StatedSentence, families: Families): Weight {
  const content = words.filter((word) => !isFraming(word.text))
  const unknown = content.filter((word) => !hasFamily(families, word, text))
  const missing = new Set(unknown)
  const shared = new Set(
    asRead(content).flatMap((parts) => (parts.some((part) => missing.has(part)) ? [] : [key(parts)])),
  )
  const { like, whole } = findPredicates(text, content)
  return {
    shared: shared.size + figures.length,
    unknown,
    predicates: unknown.filter((word) => like.has(word)),
    nothingSaid: whole.some(
      ({ words: said, end, at }) =>
        said.every((word) => missing.has(word)) && !figures.some((figure) => figure.at >= at && figure.at < end),
    ),
  }
}

const key = (parts: readonly Word[]) => parts.flatMap(({ keys }) => keys).join(' ')

/** The words as a reader counts them: a single Chinese character belongs to what it follows (网关, 连接池). */
function asRead(words: readonly Word[]): readonly (readonly Word[])[] {
  const read: Word[][] = []
  for (const word of words) {
    const before = read.at(-1)
    const last = before?.at(-1)
    const goesOn =
      last !== undefined && oneHan.test(word.text) && endsHan.test(last.text) && last.at + last.text.length === word.at
    if (goesOn) before?.push(word)
    else read.push([word])
  }
  return read
}
