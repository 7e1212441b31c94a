import type { StatedSentence } from '../sentences/read-sentence.ts'
import type { Word } from '../words/find-words.ts'
import type { Comparison } from './comparison.ts'
import type { EvidenceSentence, IndexedExcerpt } from './index-evidence.ts'
import { likeness } from './likeness.ts'
import { greatest, type Match, type Overlap, overlapWith } from './match-sentence.ts'

/** Covers closer than this are equally good. */
const tie = 0.05
/** From this likeness on two sentences are one but for a word or two: then such ones are better than any others. */
const nearlyTheSame = 0.7
/** Equally good ones that are looked at closely: bounds the work when all the evidence says nearly the same. */
const candidates = 64

/** Lays one sentence of a statement beside the evidence. A sentence of the evidence that is the same stands alone. */
export function compareSentence(stated: StatedSentence, evidence: readonly IndexedExcerpt[]): Comparison {
  const words = distinct(stated.words)
  const overlaps = new Map(evidence.map((excerpt) => [excerpt, overlapWith(words, excerpt)]))
  const share = (count: number) => (words.length === 0 ? 0 : count / words.length)
  const most = (of: (overlap: Overlap) => Uint16Array) =>
    share(Math.max(0, ...[...overlaps.values()].map((overlap) => greatest(of(overlap)))))
  const inOne = most(({ own }) => own)
  const likenesses = new Map<EvidenceSentence, number>()
  return {
    stated,
    evidence,
    words: words.length,
    inOne,
    together: most(({ near }) => near),
    coverAt: (excerpt, position) => share(overlaps.get(excerpt)?.own[position] ?? 0),
    nearCoverAt: (excerpt, position) => share(overlaps.get(excerpt)?.near[position] ?? 0),
    saying: (least) => matchesFrom(overlaps, share, least),
    likenessTo: (sentence) => {
      const known = likenesses.get(sentence) ?? likeness(stated.keys, sentence.keys)
      likenesses.set(sentence, known)
      return known
    },
    best: inOne === 0 ? [] : bestOf(stated, matchesFrom(overlaps, share, inOne - tie)),
  }
}

function distinct(words: readonly Word[]): readonly Word[] {
  return [...new Map(words.map((word) => [word.keys.join(' '), word])).values()]
}

function matchesFrom(
  overlaps: ReadonlyMap<IndexedExcerpt, Overlap>,
  share: (count: number) => number,
  least: number,
): Match[] {
  const matches: Match[] = []
  for (const [excerpt, { own }] of overlaps) {
    for (const [position, count] of own.entries()) {
      const sentence = excerpt.sentences[position]
      if (sentence === undefined || count === 0 || share(count) < least) continue
      matches.push({ excerpt, position, sentence, cover: share(count) })
    }
  }
  return matches
}

function bestOf(stated: StatedSentence, equal: readonly Match[]): readonly Match[] {
  const same = equal.find((match) => match.sentence.text === stated.text)
  if (same !== undefined) return [same]
  const size = stated.keys.size
  const alike = equal
    .filter(({ sentence }) => sentence.keys.size * nearlyTheSame <= size && size * nearlyTheSame <= sentence.keys.size)
    .slice(0, candidates)
    .map((match) => ({ match, likeness: likeness(stated.keys, match.sentence.keys) }))
  const most = alike.reduce((max, candidate) => Math.max(max, candidate.likeness), 0)
  if (most < nearlyTheSame) return equal.slice(0, candidates)
  return alike.filter((candidate) => candidate.likeness >= most - tie).map(({ match }) => match)
}
