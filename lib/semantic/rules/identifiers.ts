import { findIdentifiers, hasIdentifier } from '../find-identifiers.ts'
import { type Place, placeOf } from '../in-context.ts'
import type { EvidenceSentence } from '../index-evidence.ts'
import { type Comparison, inEachSentence, type Rule } from '../rule.ts'

/** Configuration keys, paths, error codes, versions, flags, addresses and metric names must occur in the evidence (spec 06). */
export const identifiers: Rule = {
  name: 'identifiers',
  verdict: 'UNSUPPORTED',
  reason: 'A name, path, code, version or setting does not stand in the cited evidence where it speaks of this.',
  faults: inEachSentence((comparison) =>
    comparison.stated.identifiers
      .filter(({ text }) => identifierPlace(comparison, text) !== 'in-context')
      .map(({ text }) => text),
  ),
}

export function identifierPlace(comparison: Comparison, text: string): Place {
  const has = (sentence: EvidenceSentence) => hasIdentifier(sentence.identifiers, text)
  const rivals = (sentence: EvidenceSentence) => findIdentifiers(sentence.text).length > 0
  return placeOf(comparison, { has, rivals, sameSaying: 0.75 })
}
