// The evaluation's own figures against 15 stored runs of another project, to every digit that they print.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { buildReport } from '../../../eval/gate/build-report.ts'
import type { CaseResult } from '../../../eval/gate/case-result.ts'
import { measureRanking } from '../../../eval/rag-retrieval/measure-ranking.ts'
import { retrievalRules } from '../../../eval/rag-retrieval/retrieval-rules.ts'

const folder = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'superbiz-eval', 'runs')
const present = existsSync(folder)

const storedRun = z.object({
  maxK: z.int(),
  answerable: z.int(),
  metrics: z.object({ recallAtK: z.number(), mrr: z.number(), ndcgAtK: z.number(), hitAt5: z.number() }),
  cases: z.array(
    z.object({
      id: z.string(),
      answerable: z.boolean(),
      relevant: z.record(z.string(), z.number()),
      retrieved: z.array(z.string()),
      hitAt5: z.boolean(),
      recallAtK: z.number(),
      reciprocalRank: z.number(),
      ndcgAtK: z.number(),
    }),
  ),
})

describe.skipIf(!present)(present ? '15 stored runs' : '15 stored runs (skipped: the public data is absent)', () => {
  test('are there', () => {
    expect(globSync('*.json', { cwd: folder })).toHaveLength(15)
  })

  test.each(present ? globSync('*.json', { cwd: folder }) : [])('%s', (file) => {
    const run = storedRun.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const cases = run.cases.map(({ id, answerable, retrieved, relevant }): CaseResult => {
      const relevance = new Map(Object.entries(relevant))
      const found = retrieved.slice(0, run.maxK).some((each) => relevance.has(each))
      return {
        id,
        tags: [],
        pass: !answerable || found,
        failures: [],
        observed: { hitLevel: answerable ? (found ? 'strong' : 'miss') : null },
        metrics: answerable ? { ...measureRanking(retrieved, relevance, run.maxK) } : {},
      }
    })
    for (const [i, each] of run.cases.entries()) {
      const { recallAtK, reciprocalRank, ndcgAtK } = each
      expect(cases[i]?.observed.hitLevel === 'strong').toBe(each.hitAt5)
      if (each.answerable) {
        expect(cases[i]?.metrics.recallAtK).toBe(recallAtK)
        expect(cases[i]?.metrics.reciprocalRank).toBe(reciprocalRank)
        expect(cases[i]?.metrics.ndcgAtK).toBeCloseTo(ndcgAtK, 15)
      }
    }
    const { metrics } = buildReport(retrievalRules, { engine: 'stored', config: {}, cases }).totals
    expect(metrics.recallAtK).toBeCloseTo(run.metrics.recallAtK, 15)
    expect(metrics.mrr).toBeCloseTo(run.metrics.mrr, 15)
    expect(metrics.ndcgAtK).toBeCloseTo(run.metrics.ndcgAtK, 15)
    expect(metrics.strongHitRate).toBeCloseTo(run.metrics.hitAt5, 15)
    expect(metrics.missCount).toBe(run.cases.filter((each) => each.answerable && !each.hitAt5).length)
  })
})
