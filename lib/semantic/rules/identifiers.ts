import type { Comparison } from '../comparison/comparison.ts'
import { type Place, placeOf } from '../comparison/in-context.ts'
import type { EvidenceSentence, IndexedExcerpt, Positions } from '../comparison/index-evidence.ts'
import { findAssignments } from '../identifiers/find-assignments.ts'
import { keyOf, namesOf, wholeKeyOf } from '../identifiers/names-of.ts'
import { waysToSay } from '../identifiers/ways-to-say.ts'
import { inEachSentence, type Rule } from '../rule.ts'

/** Configuration keys, paths, error codes, versions, flags, addresses and metric names must occur in the evidence (spec 06). */
export const identifiers: Rule = {
  name: 'identifiers',
  verdict: 'UNSUPPORTED',
  reason: 'A name, path, code, version or setting does not stand in the cited evidence where it speaks of this.',
  faults: inEachSentence((comparison) => {
    const places = identifierPlaces(comparison)
    return [
      ...comparison.stated.identifiers.filter((_, i) => places[i] !== 'in-context').map(({ text }) => text),
      ...otherValues(comparison),
    ]
  }),
}

/** Where each identifier of the sentence stands in the evidence, in order. */
export function identifierPlaces(comparison: Comparison): Place[] {
  const stated = comparison.stated.identifiers.map(({ text }) => waysToSay(text))
  const named = new Set(stated.flat(2))
  /** Whether a sentence of the evidence has an identifier that is none of the statement's. */
  const rival = ({ identifiers: given }: EvidenceSentence) =>
    given.some(({ text }) => !namesOf(text).some((key) => named.has(key))) ? true : null
  return stated.map((ways) =>
    placeOf(comparison, {
      holders: ({ identifiers: positions }) =>
        new Map(ways.flatMap((keys) => positionsOfAll(keys, positions)).map((position) => [position, true])),
      rival,
      sameSaying: 0.75,
    }),
  )
}

/** Settings whose value no sentence of the evidence has beside their name: `log_level=debug`. */
function otherValues({ stated, evidence }: Comparison): readonly string[] {
  return findAssignments(stated.text)
    .filter(({ name, value }) => !evidence.some((excerpt) => hasBoth(excerpt, keyOf(name), wholeKeyOf(value))))
    .map(({ name, value }) => `${name}=${value}`)
}

function hasBoth({ identifiers: positions }: IndexedExcerpt, name: string, value: string): boolean {
  return positionsOfAll([name, value], positions).length > 0
}

/** Positions of the sentences that have all of `keys`. */
function positionsOfAll([first, ...others]: readonly string[], positions: Positions): readonly number[] {
  const candidates = first === undefined ? [] : (positions.get(first) ?? [])
  if (candidates.length === 0 || others.length === 0) return candidates
  const sets = others.map((key) => new Set(positions.get(key)))
  return candidates.filter((position) => sets.every((set) => set.has(position)))
}
