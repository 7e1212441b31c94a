import type { Rule } from '../rule.ts'
import { findQuoted, quotedParts } from '../sentences/find-quoted.ts'

/** A quoted string must occur in the evidence, apart from case, white space and punctuation (spec 06). */
export const quotedStrings: Rule = {
  name: 'quoted-strings',
  verdict: 'UNSUPPORTED',
  reason: 'A quoted text does not stand in the cited evidence.',
  faults: ({ text, evidence }) =>
    findQuoted(text)
      .map((quoted) => quoted.text)
      .filter((quoted) =>
        quotedParts(quoted).some((part) => !evidence.some(({ forQuotes }) => forQuotes.includes(part))),
      ),
}
