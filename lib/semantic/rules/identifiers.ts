import { identifierAlternatives } from '../find-identifiers.ts'
import { type Place, placeOf } from '../in-context.ts'
import type { Positions } from '../index-evidence.ts'
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
  const alternatives = identifierAlternatives(text)
  return placeOf(comparison, {
    holders: ({ identifiers: positions }) => new Set(alternatives.flatMap((keys) => positionsOfAll(keys, positions))),
    rivals: (sentence) => sentence.identifies,
    sameSaying: 0.75,
  })
}

/** Positions of the sentences that have all of `keys`. */
function positionsOfAll([first, ...others]: readonly string[], positions: Positions): readonly number[] {
  const candidates = first === undefined ? [] : (positions.get(first) ?? [])
  if (candidates.length === 0 || others.length === 0) return candidates
  const sets = others.map((key) => new Set(positions.get(key)))
  return candidates.filter((position) => sets.every((set) => set.has(position)))
}
