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
        quotedParts(quoted).some((part) => !evidence.some(({ forQuotes }) => hasWhole(forQuotes, part))),
      ),
}

/** Places of a part that are looked at: bounds the work. Over it the part counts as cut. */
const placesWeighed = 1000
const wordChar = /[\p{L}\p{M}\p{N}_]/u
const han = /\p{Script=Han}/u
/** What may be left of an English word behind a quote that ends in it: "timeout" is quoted of "timeouts". */
const ending = /^(?:e?s|e?d|ing)(?![a-z0-9])/

/** Whether `text` has `part` with no word cut at its edges. Chinese has no edges between words. */
function hasWhole(text: string, part: string): boolean {
  let at = text.indexOf(part)
  for (let found = 0; at >= 0 && found < placesWeighed; found += 1) {
    const behind = text.slice(at + part.length, at + part.length + 4)
    if (
      !cuts(text.charAt(at - 1), part.charAt(0)) &&
      (!cuts(part.at(-1) ?? '', behind.charAt(0)) || ending.test(behind))
    )
      return true
    at = text.indexOf(part, at + 1)
  }
  return false
}

function cuts(before: string, behind: string): boolean {
  return wordChar.test(before) && wordChar.test(behind) && !han.test(before) && !han.test(behind)
}
