import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KnowledgeHit } from '../../../lib/contract/knowledge-hit.ts'
import { postProcessHits } from '../../../lib/evidence/post-process-hits.ts'
import { anyHits, deepFreeze, defaults, hit } from './builders.ts'

const process = (hits: readonly KnowledgeHit[], settings = {}) =>
  postProcessHits(hits, 'UNFILTERED_VECTOR', { ...defaults, ...settings })
const keys = (hits: readonly KnowledgeHit[], settings = {}) =>
  process(hits, settings).evidenceBlocks.map((block) => block.evidenceKey)
const scored = (...scores: number[]) =>
  process(scores.map((score, index) => hit(`d${index}`, 0, index + 1, { score, rawScore: score })))

/** What no reader can see (spec 02: a hit whose content is blank is dropped). */
const invisible = (text: string) => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u.test(text)

describe('order', () => {
  it('is that of originalRank, whatever the order of the array', () => {
    expect(keys([hit('C', 0, 3), hit('A', 0, 1), hit('B', 0, 2)])).toEqual(['A#chunk-0', 'B#chunk-0', 'C#chunk-0'])
  })

  it('is not moved by a higher score', () => {
    const hits = [hit('A', 0, 1, { score: 0.1 }), hit('B', 0, 2, { score: 0.5 }), hit('C', 0, 3, { score: 1 })]
    expect(keys(hits)).toEqual(['A#chunk-0', 'B#chunk-0', 'C#chunk-0'])
  })

  it('numbers the blocks that stay from 1 on, without a gap, and keeps their original ranks', () => {
    const { evidenceBlocks } = process([
      hit('A', 0, 1, { content: '' }),
      hit('B', 0, 2),
      hit('B', 0, 3),
      hit('C', 0, 4),
    ])
    expect(evidenceBlocks.map((block) => [block.finalRank, block.originalRank])).toEqual([
      [1, 2],
      [2, 4],
    ])
  })
})

describe('the same evidence key', () => {
  it('merges into its first occurrence, whose every field stands', () => {
    const first = hit('A', 1, 1, { score: 0.3, rawScore: 0.3, title: 'first' })
    const again = hit('A', 1, 2, { score: 1, rawScore: 1, content: 'other', title: 'again' })
    const { evidenceBlocks, topSimilarity } = process([again, first])
    expect(evidenceBlocks).toHaveLength(1)
    expect(evidenceBlocks[0]).toMatchObject(first)
    expect(topSimilarity).toBe(0.3)
  })

  it('has the union of the reasons, in order', () => {
    const { evidenceBlocks } = process([hit('A', 1, 1), hit('B', 1, 2), hit('A', 1, 3), hit('A', 1, 7)])
    expect(evidenceBlocks[0]?.hitReasons).toEqual([
      'semantic_rank:1',
      'attempt:UNFILTERED_VECTOR',
      'semantic_rank:3',
      'semantic_rank:7',
    ])
    expect(evidenceBlocks[1]?.hitReasons).toEqual(['semantic_rank:2', 'attempt:UNFILTERED_VECTOR'])
  })

  it('has no reason of a blank repeat', () => {
    const { evidenceBlocks } = process([hit('A', 1, 1), hit('A', 1, 2, { content: ' ' })])
    expect(evidenceBlocks[0]?.hitReasons).toEqual(['semantic_rank:1', 'attempt:UNFILTERED_VECTOR'])
  })

  it('is what merges, not the document: chunks of one document both stay, also with the same parent and score', () => {
    expect(keys([hit('A', 1, 1, { content: 'one' }), hit('A', 2, 2, { content: 'two' })])).toEqual([
      'A#chunk-1',
      'A#chunk-2',
    ])
  })

  it('is what merges, not the content', () => {
    expect(keys([hit('A', 1, 1, { content: 'same' }), hit('B', 1, 2, { content: 'same' })])).toHaveLength(2)
  })

  it('uses its document quota once', () => {
    expect(keys([hit('A', 1, 1), hit('A', 1, 2), hit('A', 1, 3), hit('A', 2, 4), hit('A', 3, 5)])).toEqual([
      'A#chunk-1',
      'A#chunk-2',
    ])
  })
})

describe('a blank hit', () => {
  it.each(['', ' ', '\n\t \r\n', '\u00a0\u3000'])(
    'with content %j is dropped and still counted as a candidate',
    (content) => {
      const result = process([hit('A', 0, 1, { content }), hit('B', 0, 2)])
      expect(result.evidenceBlocks.map((block) => block.evidenceKey)).toEqual(['B#chunk-0'])
      expect(result).toMatchObject({ candidateCount: 2, evidenceBlockCount: 1 })
    },
  )

  it('does not swallow a later hit with the same key', () => {
    const { evidenceBlocks } = process([hit('A', 0, 1, { content: ' ' }), hit('A', 0, 2, { content: 'words' })])
    expect(evidenceBlocks).toHaveLength(1)
    expect(evidenceBlocks[0]).toMatchObject({
      content: 'words',
      originalRank: 2,
      hitReasons: ['semantic_rank:2', 'attempt:UNFILTERED_VECTOR'],
    })
  })

  it('takes no place in a quota and does not decide the grade', () => {
    const blanks = [hit('A', 1, 1, { content: '', score: 1 }), hit('A', 2, 2, { content: ' ', score: 1 })]
    const result = process([...blanks, hit('A', 3, 3, { score: 0.6 }), hit('A', 4, 4)])
    expect(result.evidenceBlocks.map((block) => block.evidenceKey)).toEqual(['A#chunk-3', 'A#chunk-4'])
    expect(result).toMatchObject({ topSimilarity: 0.6, relevanceLevel: 'REFERENCE' })
  })
})

describe('quotas', () => {
  it('keep A1 A2 B C1 C2 of the worked case A A A B C C D', () => {
    const hits = [
      hit('A', 1, 1),
      hit('A', 2, 2),
      hit('A', 3, 3),
      hit('B', 1, 4),
      hit('C', 1, 5),
      hit('C', 2, 6),
      hit('D', 1, 7),
    ]
    const result = process(hits)
    expect(result.evidenceBlocks.map((block) => block.evidenceKey)).toEqual([
      'A#chunk-1',
      'A#chunk-2',
      'B#chunk-1',
      'C#chunk-1',
      'C#chunk-2',
    ])
    expect(result).toMatchObject({ candidateCount: 7, evidenceBlockCount: 5 })
  })

  it('count the blocks that stay: what the document cap drops leaves its place to others', () => {
    const hits = [1, 2, 3, 4, 5, 6].map((rank) => hit('A', rank, rank))
    expect(keys([...hits, hit('B', 1, 7), hit('C', 1, 8), hit('D', 1, 9), hit('E', 1, 10)])).toEqual([
      'A#chunk-1',
      'A#chunk-2',
      'B#chunk-1',
      'C#chunk-1',
      'D#chunk-1',
    ])
  })

  it.each([
    [4, 4],
    [5, 5],
    [6, 5],
  ])('keep of %i documents %i', (given, kept) => {
    expect(keys(Array.from({ length: given }, (_, index) => hit(`d${index}`, 0, index + 1)))).toHaveLength(kept)
  })

  it('of documents do not bind blocks without one: each is its own bucket', () => {
    const hits = [1, 2, 3, 4].map((rank) => hit('x', rank, rank, { docId: null, evidenceKey: `vector:${rank}` }))
    expect(keys(hits)).toEqual(['vector:1', 'vector:2', 'vector:3', 'vector:4'])
  })

  it('are those of the settings', () => {
    const hits = [hit('A', 1, 1), hit('A', 2, 2), hit('B', 1, 3), hit('C', 1, 4)]
    expect(keys(hits, { returnN: 2, maxChunksPerDocument: 1 })).toEqual(['A#chunk-1', 'B#chunk-1'])
    expect(keys(hits, { returnN: 1 })).toEqual(['A#chunk-1'])
  })

  it('bound an engine that ignores every count: 200 hits, or 40 documents of 3', () => {
    const many = Array.from({ length: 200 }, (_, index) => hit(`d${index}`, 0, index + 1))
    expect(process(many)).toMatchObject({ candidateCount: 200, evidenceBlockCount: 5 })
    const crowded = Array.from({ length: 120 }, (_, index) => hit(`d${Math.floor(index / 3)}`, index % 3, index + 1))
    expect(process(crowded)).toMatchObject({ candidateCount: 120, evidenceBlockCount: 5 })
    expect(keys(crowded)).toEqual(['d0#chunk-0', 'd0#chunk-1', 'd1#chunk-0', 'd1#chunk-1', 'd2#chunk-0'])
  })
})

describe('the grade', () => {
  it.each([
    [1, 'PRECISE', false],
    [0.75, 'PRECISE', false],
    [0.7499999, 'REFERENCE', false],
    [0.5, 'REFERENCE', false],
    [0.4999999, null, true],
    [0, null, true],
  ])('of a first score of %d is %s; low quality: %s', (score, relevanceLevel, isLowQuality) => {
    expect(scored(score)).toMatchObject({ topSimilarity: score, relevanceLevel, isLowQuality })
  })

  it('is that of the first block after ordering, not of the best', () => {
    expect(scored(0.6, 0.99)).toMatchObject({ topSimilarity: 0.6, relevanceLevel: 'REFERENCE' })
    expect(scored(0.2, 0.99)).toMatchObject({ topSimilarity: 0.2, relevanceLevel: null, isLowQuality: true })
    const reversed = [hit('B', 0, 2, { score: 0.9 }), hit('A', 0, 1, { score: 0.55 })]
    expect(process(reversed)).toMatchObject({ topSimilarity: 0.55, relevanceLevel: 'REFERENCE' })
  })

  it('keeps blocks that have none: they are evidence, of low quality', () => {
    expect(scored(0.1, 0.1)).toMatchObject({ evidenceBlockCount: 2, isLowQuality: true })
  })

  it.each([[[]], [[hit('A', 0, 1, { content: ' ', score: 1 })]]])(
    'of no block is none, without a score: %#',
    (hits) => {
      expect(process(hits)).toMatchObject({
        evidenceBlockCount: 0,
        topSimilarity: null,
        relevanceLevel: null,
        evidenceBlocks: [],
        isLowQuality: true,
      })
    },
  )

  it('follows the thresholds of the settings', () => {
    const settings = { preciseThreshold: 0.9, referenceThreshold: 0.8 }
    const graded = (score: number) => process([hit('A', 0, 1, { score })], settings)
    expect(graded(0.9)).toMatchObject({ relevanceLevel: 'PRECISE', isLowQuality: false })
    expect(graded(0.89)).toMatchObject({ relevanceLevel: 'REFERENCE', isLowQuality: false })
    expect(graded(0.79)).toMatchObject({ relevanceLevel: null, isLowQuality: true })
  })
})

describe('for any hits', () => {
  const quotas = fc.record({
    returnN: fc.integer({ min: 1, max: 9 }),
    maxChunksPerDocument: fc.integer({ min: 1, max: 4 }),
  })

  it('blocks keep to both quotas, are in order of rank, distinct and not blank, and no hit is left out without a reason', () => {
    fc.assert(
      fc.property(anyHits, quotas, (hits, { returnN, maxChunksPerDocument }) => {
        const { evidenceBlocks, candidateCount, evidenceBlockCount } = process(hits, { returnN, maxChunksPerDocument })
        expect(candidateCount).toBe(hits.length)
        expect(evidenceBlockCount).toBe(evidenceBlocks.length)
        expect(evidenceBlockCount).toBeLessThanOrEqual(returnN)
        const ranks = evidenceBlocks.map((block) => block.originalRank)
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        const kept = new Set(evidenceBlocks.map((block) => block.evidenceKey))
        expect(kept.size).toBe(evidenceBlockCount)
        const ofDocument = (docId: string | null) => evidenceBlocks.filter((block) => block.docId === docId).length
        for (const { docId } of evidenceBlocks) {
          if (docId !== null) expect(ofDocument(docId)).toBeLessThanOrEqual(maxChunksPerDocument)
        }
        expect(evidenceBlocks.every((block) => !invisible(block.content))).toBe(true)
        if (evidenceBlockCount === returnN) return
        for (const { docId, evidenceKey, content } of hits) {
          const full = docId !== null && ofDocument(docId) === maxChunksPerDocument
          const firstOfKey = hits
            .filter((other) => other.evidenceKey === evidenceKey && !invisible(other.content))
            .toSorted((a, b) => a.originalRank - b.originalRank)[0]
          const bucketOfKeyFull = firstOfKey?.docId != null && ofDocument(firstOfKey.docId) === maxChunksPerDocument
          expect(invisible(content) || kept.has(evidenceKey) || full || bucketOfKeyFull).toBe(true)
        }
      }),
    )
  })

  it('the result is the same each time, and the hits are not touched', () => {
    fc.assert(
      fc.property(anyHits, (hits) => {
        const frozen = deepFreeze(structuredClone(hits))
        expect(process(frozen)).toEqual(process(hits))
        expect(frozen).toEqual(hits)
      }),
    )
  })
})
