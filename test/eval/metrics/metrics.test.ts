import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mean } from '../../../eval/metrics/mean.ts'
import { ndcg } from '../../../eval/metrics/ndcg.ts'
import { recall } from '../../../eval/metrics/recall.ts'
import { reciprocalRank } from '../../../eval/metrics/reciprocal-rank.ts'
import { trecOrder } from '../../../eval/metrics/trec-order.ts'

const graded = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 3],
  ['d', 0],
  ['e', 1],
  ['f', 2],
])
const ranked = ['a', 'b', 'c', 'd', 'e', 'f']
const none = new Map([['x', 0]])

describe('nDCG', () => {
  // The worked example of the Wikipedia article "Discounted cumulative gain": DCG 6.861, with the ideal over these six 7.141.
  test('has linear gain: the published example of grades 3 2 3 0 1 2 gives 0.961', () => {
    expect(ndcg(ranked, graded, 6)).toBeCloseTo(6.861 / 7.141, 3)
  })
  test('takes its ideal from all judged documents, found or not: 0.785 with an unseen 3 and 2 in that example', () => {
    const more = new Map([...graded, ['g', 3], ['h', 2]])
    expect(ndcg(ranked, more, 6)).toBeCloseTo(6.861 / 8.74, 3)
  })
  test('is by hand: one of two relevant at rank 2, cut at 10 and at 1', () => {
    const two = new Map([
      ['r', 1],
      ['s', 1],
    ])
    expect(ndcg(['x', 'r'], two, 10)).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12)
    expect(ndcg(['x', 'r'], two, 1)).toBe(0)
  })
  test('counts a grade below 0 as 0', () => {
    expect(
      ndcg(
        ['j', 'r'],
        new Map([
          ['j', -2],
          ['r', 1],
        ]),
        10,
      ),
    ).toBeCloseTo(1 / Math.log2(3), 12)
  })
})

describe('recall and reciprocal rank', () => {
  const relevance = new Map([
    ['r', 1],
    ['s', 2],
    ['t', 1],
    ['u', 1],
    ['n', 0],
  ])
  const run = ['n', 'r', 'x', 's', 'y']
  test.each([
    ['recall@1', recall(run, relevance, 1), 0],
    ['recall@2', recall(run, relevance, 2), 1 / 4],
    ['recall@10', recall(run, relevance, 10), 2 / 4],
    ['recall', recall(run, relevance), 2 / 4],
    ['reciprocal rank', reciprocalRank(run, relevance), 1 / 2],
    ['reciprocal rank of rank 3', reciprocalRank(['x', 'n', 's'], relevance), 1 / 3],
    ['reciprocal rank cut at 2', reciprocalRank(['x', 'n', 's'], relevance, 2), 0],
  ])('is by hand: %s', (_, value, expected) => expect(value).toBeCloseTo(expected, 12))

  test('recall divides by all relevant documents, also when they are more than k', () => {
    expect(recall(['r', 's'], relevance, 2)).toBe(0.5)
  })
  test('a reciprocal rank has no cut-off: the 1200th place counts', () => {
    const long = [...Array.from({ length: 1199 }, (_, n) => `x${n}`), 'r']
    expect(reciprocalRank(long, relevance)).toBeCloseTo(1 / 1200, 12)
  })
})

describe('the mean', () => {
  test('counts each query once, also one with nothing found', () => expect(mean([1, 0, 0.5])).toBe(0.5))
  test('is no number over no queries, or over one that has none', () => {
    expect(mean([])).toBeNaN()
    expect(mean([1, Number.NaN])).toBeNaN()
  })
})

describe("trec_eval's order", () => {
  const ids = (found: [string, number][]) => trecOrder(found.map(([id, score]) => ({ id, score }))).map(({ id }) => id)
  test('is by score, and by id descending where scores are the same', () => {
    expect(
      ids([
        ['a', 1],
        ['b', 2],
        ['c', 1],
        ['b2', 2],
      ]),
    ).toEqual(['b2', 'b', 'c', 'a'])
  })
  test('compares ids byte by byte: 9 before 10, lower case before upper', () => {
    expect(
      ids([
        ['10', 1],
        ['9', 1],
        ['B', 1],
        ['a', 1],
        ['中', 1],
      ]),
    ).toEqual(['中', 'a', 'B', '9', '10'])
  })
  test('compares ids beyond the basic plane by bytes, not by code units', () => {
    expect(
      ids([
        ['\uffee', 1],
        ['\u{1f600}', 1],
      ]),
    ).toEqual(['\u{1f600}', '\uffee'])
  })
  test('takes scores that differ beyond single precision as the same', () => {
    expect(
      ids([
        ['a', 0.5 + 1e-10],
        ['b', 0.5],
      ]),
    ).toEqual(['b', 'a'])
  })
  test('refuses a score that is not a number', () => expect(() => ids([['a', Number.NaN]])).toThrow(/not a number/))
  test('does not depend on the order in which documents came', () => {
    const row = fc.record({ id: fc.string({ maxLength: 3 }), score: fc.integer({ min: 0, max: 3 }) })
    const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 })
    fc.assert(
      fc.property(
        rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([one, other]) => {
          expect(trecOrder(one)).toEqual(trecOrder(other))
        },
      ),
    )
  })
})

describe('every metric', () => {
  const id = fc.constantFrom(...'abcdefghijkl')
  const lists = fc.array(id, { maxLength: 20 })
  const judged = fc.array(fc.tuple(id, fc.integer({ min: -1, max: 3 })), { maxLength: 12 }).map((rows) => new Map(rows))
  const cuts = fc.integer({ min: 1, max: 15 })
  const all = (list: readonly string[], relevance: ReadonlyMap<string, number>, k: number) => ({
    ndcg: ndcg(list, relevance, k),
    recall: recall(list, relevance, k),
    rank: reciprocalRank(list, relevance, k),
  })

  test('is within 0 and 1, also when a document is named twice', () => {
    fc.assert(
      fc.property(lists, judged, cuts, (list, relevance, k) => {
        for (const value of Object.values(all(list, relevance, k))) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1 + 1e-12)
        }
      }),
    )
  })

  test('is 0 where nothing is relevant or nothing was found', () => {
    for (const [list, relevance] of [
      [['x', 'y'], none],
      [['x'], new Map()],
      [[], graded],
    ] as const)
      expect(Object.values(all(list, relevance, 10))).toEqual([0, 0, 0])
  })

  test('does not fall when a relevant document moves up past one that is not', () => {
    const distinct = fc.uniqueArray(id, { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(distinct, judged, cuts, fc.nat(), (list, relevance, k, seed) => {
        const at = seed % (list.length - 1)
        const [upper, lower] = [list[at] ?? '', list[at + 1] ?? '']
        fc.pre((relevance.get(lower) ?? 0) > Math.max(0, relevance.get(upper) ?? 0))
        const better = list.with(at, lower).with(at + 1, upper)
        const [before, after] = [all(list, relevance, k), all(better, relevance, k)]
        // Among two relevant ones only the graded metric sees a difference.
        for (const name of Object.keys(before) as (keyof typeof before)[])
          expect(after[name]).toBeGreaterThanOrEqual(before[name] - 1e-12)
        if (at < k) expect(after.ndcg).toBeGreaterThan(before.ndcg)
      }),
    )
  })

  test('is 1 for nDCG when the order is the ideal one', () => {
    fc.assert(
      fc.property(judged, cuts, (relevance, k) => {
        fc.pre([...relevance.values()].some((grade) => grade > 0))
        const ideal = [...relevance].sort((a, b) => b[1] - a[1]).map(([name]) => name)
        expect(ndcg(ideal, relevance, k)).toBeCloseTo(1, 12)
      }),
    )
  })

  test('reads unjudged documents as not relevant', () => {
    fc.assert(
      fc.property(lists, judged, cuts, (list, relevance, k) => {
        const explicit = new Map([...list.map((name): [string, number] => [name, 0]), ...relevance])
        expect(all(list, explicit, k)).toEqual(all(list, relevance, k))
      }),
    )
  })
})
