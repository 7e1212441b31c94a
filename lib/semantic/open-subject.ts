import { countChars } from '../text/cut-text.ts'
import { compareSentence } from './comparison/compare-sentence.ts'
import type { Subject } from './comparison/comparison.ts'
import type { IndexedExcerpt } from './comparison/index-evidence.ts'
import { semanticLimits } from './semantic-limits.ts'
import { findQuoted } from './sentences/find-quoted.ts'
import { foldText } from './sentences/fold-text.ts'
import { readSentence } from './sentences/read-sentence.ts'
import { splitSentences } from './sentences/split-sentences.ts'

/** Lays a statement beside its evidence. Null: over a limit (`semanticLimits`), so it cannot be evaluated. */
export function openSubject(statement: string, evidence: readonly IndexedExcerpt[]): Subject | null {
  if (countChars(statement) > semanticLimits.statementChars) return null
  if (evidence.reduce((sum, { length }) => sum + length, 0) > semanticLimits.evidenceChars) return null
  const text = foldText(statement)
  const sentences = splitSentences(text)
  if (sentences.length > semanticLimits.sentences || findQuoted(text).length > semanticLimits.quotedStrings) return null
  const stated = sentences.map(readSentence)
  const details = stated.reduce((sum, { figures, identifiers }) => sum + figures.length + identifiers.length, 0)
  if (details > semanticLimits.details) return null
  return { text, evidence, comparisons: stated.map((sentence) => compareSentence(sentence, evidence)) }
}
