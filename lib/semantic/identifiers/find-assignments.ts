import { findChunks } from './find-chunks.ts'

/** A setting with a word as its value, written without a space: `log_level=debug`. Numbers are figures. */
export type Assignment = { readonly name: string; readonly value: string }

/** The assignments of a folded sentence, in order. */
export function findAssignments(sentence: string): Assignment[] {
  const chunks = findChunks(sentence)
  return chunks.slice(1).flatMap((value, i) => {
    const name = chunks[i]
    if (name === undefined || !/^[A-Za-z][\w./:@-]*$/.test(value.text) || !/[A-Za-z]/.test(name.text)) return []
    if (sentence.slice(name.at + name.text.length, value.at) !== '=') return []
    return [{ name: name.text, value: value.text }]
  })
}
