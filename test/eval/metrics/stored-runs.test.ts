// An independent oracle: another project's 15 stored runs with the metrics that its own code computed, to 1e-6.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { mean } from '../../../eval/metrics/mean.ts'
import { ndcg } from '../../../eval/metrics/ndcg.ts'
import { recall } from '../../../eval/metrics/recall.ts'
import { reciprocalRank } from '../../../eval/metrics/reciprocal-rank.ts'

const folder = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'superbiz-eval', 'runs')
const present = existsSync(folder)
const k = 5

const storedRun = z.object({
  maxK: z.literal(k),
  metrics: z.object({
    recallAtK: z.number(),
    mrr: z.number(),
    ndcgAtK: z.number(),
  }),
  cases: z.array(
    z.object({ answerable: z.boolean(), relevant: z.record(z.string(), z.number()), retrieved: z.array(z.string()) }),
  ),
})

describe.skipIf(!present)(present ? '15 stored runs' : '15 stored runs (skipped: the public data is absent)', () => {
  test.each(present ? globSync('*.json', { cwd: folder }) : [])('%s has the same means', (file) => {
    const { metrics, cases } = storedRun.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const asked = cases
      .filter(({ answerable }) => answerable)
      .map(({ retrieved, relevant }) => ({ ranked: retrieved, relevance: new Map(Object.entries(relevant)) }))
    const meanOf = (metric: (ranked: readonly string[], relevance: ReadonlyMap<string, number>, k: number) => number) =>
      mean(asked.map(({ ranked, relevance }) => metric(ranked, relevance, k)))
    expect(meanOf(ndcg)).toBeCloseTo(metrics.ndcgAtK, 6)
    expect(meanOf(recall)).toBeCloseTo(metrics.recallAtK, 6)
    expect(meanOf(reciprocalRank)).toBeCloseTo(metrics.mrr, 6)
  })
})
