/** Bounds of layer 1. Over one of them a statement is UNKNOWN: it was not evaluated, so it does not pass. */
export const semanticLimits = {
  /** Code points of a statement (spec 04: no draft has more). */
  statementChars: 8000,
  /** UTF-16 units of all evidence of one statement, once folded. */
  evidenceChars: 500_000,
  /** Sentences of a statement. */
  sentences: 200,
  /** Figures and identifiers of a statement. */
  details: 512,
  /** Quoted strings of a statement: each is one search through the evidence. */
  quotedStrings: 64,
  /** Words at fault that a row names, and characters of each. */
  words: 20,
  wordChars: 80,
} as const
