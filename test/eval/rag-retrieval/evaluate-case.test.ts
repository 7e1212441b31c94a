import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CaseResult } from '../../../eval/gate/case-result.ts'
import { evaluateCase } from '../../../eval/rag-retrieval/evaluate-case.ts'
import { fixture } from '../../../eval/rag-retrieval/fixture.ts'
import type { GoldenCase } from '../../../eval/rag-retrieval/golden-case.ts'
import { contractCases, realAssets } from './small-assets.ts'

/** A contract case by its id, as recorded, with some of its expectations changed. */
async function evaluate(id: string, change: Partial<GoldenCase> = {}): Promise<CaseResult> {
  const golden = contractCases.find((each) => each.id === id)
  if (golden === undefined) throw new Error(`no case ${id}`)
  return evaluateCase({ ...golden, ...change }, recordingOf(id), {})
}

const recordingOf = (id: string) =>
  fixture.parse(JSON.parse(readFileSync(join(realAssets, `fixtures/${id}.json`), 'utf8')))
const fieldsOf = ({ failures }: CaseResult) => failures.map(({ field }) => field)

test('carries the recorded latency of all its attempts, and none where one of them was written, not recorded', async () => {
  const recording = recordingOf('contract-fallback-low-quality')
  const golden = contractCases.find(({ id }) => id === recording.caseId)
  if (golden === undefined) throw new Error('no such case')
  const timed = (...times: readonly (number | null)[]) => ({
    ...recording,
    engineResponses: recording.engineResponses.map((each, i) => ({ ...each, latencyMs: times[i] ?? null })),
  })
  expect(await evaluateCase(golden, timed(1.1, 2.2), {})).toMatchObject({ pass: true, latencyMs: 3.3 })
  expect(await evaluateCase(golden, timed(1.1, null), {})).not.toHaveProperty('latencyMs')
})

describe('an expectation that is not met is a failure of its field', () => {
  const cases: [string, string, Partial<GoldenCase>][] = [
    [
      'expectedSources',
      'contract-caps',
      {
        expectedSources: ['valve-stuck.md', 'sensor-drift.md'],
        expectedBreadcrumbs: ['valve-stuck'],
        expectedKeywords: ['valve'],
      },
    ],
    ['expectedBreadcrumbs', 'contract-caps', { expectedBreadcrumbs: ['valve-stuck > part 2'] }],
    ['expectedKeywords', 'contract-caps', { expectedKeywords: ['one too many'] }],
    [
      'contextPack.includedSources',
      'contract-pack-budget',
      { expectedSources: ['sensor-drift.md'], expectedBreadcrumbs: ['sensor-drift'], expectedKeywords: ['Part 5'] },
    ],
    ['selectedAttempt', 'contract-filtered-stands', { expectedAttempts: ['UNFILTERED_VECTOR'] }],
    ['fallbackReason', 'contract-fallback-low-quality', { expectedFallbackReasons: ['filtered_vector_no_evidence'] }],
    ['fallbackReason', 'contract-order', { expectedFallbackReasons: ['filtered_vector_no_evidence'] }],
    ['evidenceStatus', 'contract-order', { expectedEvidenceStatus: 'NO_EVIDENCE' }],
    ['rerankTopSource', 'contract-order', { expectedRerankTopSource: 'pump-noise.md' }],
    ['rerankTopSource', 'contract-contradiction', { expectedRerankTopSource: 'pump-noise.md' }],
  ]
  test.each(cases)('%s of %s', async (field, id, change) => {
    expect(await evaluate(id)).toMatchObject({ pass: true, failures: [] })
    const result = await evaluate(id, change)
    expect(result.pass).toBe(false)
    expect(new Set(fieldsOf(result))).toContain(field)
  })

  test('either reason of a fallback will do', async () => {
    const either: Partial<GoldenCase> = {
      expectedFallbackReasons: ['filtered_vector_low_quality', 'filtered_vector_no_evidence'],
    }
    expect(await evaluate('contract-fallback-low-quality', either)).toMatchObject({ pass: true })
    expect(await evaluate('contract-fallback-no-evidence', either)).toMatchObject({ pass: true })
  })
})

describe('hit levels', () => {
  test('are strong with source, breadcrumb and keyword, weak with a source only, else a miss', async () => {
    const level = async (change: Partial<GoldenCase>) => (await evaluate('contract-caps', change)).observed.hitLevel
    expect(await level({})).toBe('strong')
    expect(await level({ expectedKeywords: ['one too many'] })).toBe('weak')
    expect(await level({ expectedBreadcrumbs: ['nowhere'] })).toBe('weak')
    expect(await level({ expectedSources: ['sensor-drift.md'] })).toBe('miss')
  })

  test('count only what is within k', async () => {
    const change: Partial<GoldenCase> = {
      expectedSources: ['filter-clogged.md'],
      expectedBreadcrumbs: ['filter-clogged > part 0'],
      expectedKeywords: ['First part about the filter'],
    }
    expect((await evaluate('contract-caps', { ...change, topK: 4 })).observed).toMatchObject({
      hitLevel: 'strong',
      firstExpectedRank: 4,
    })
    expect((await evaluate('contract-caps', { ...change, topK: 3 })).observed).toMatchObject({
      hitLevel: 'miss',
      firstExpectedRank: null,
    })
  })

  test('do not apply, nor does any figure, where nothing is to be found', async () => {
    const { observed, metrics } = await evaluate('contract-contradiction')
    expect(observed).toMatchObject({ hitLevel: null, evidenceStatus: 'NO_EVIDENCE' })
    expect(metrics).toEqual({})
  })
})

test('measures a ranking by its blocks, a source that has several earning its gain once', async () => {
  // Places: valve, valve, pump, filter, filter.
  const { metrics } = await evaluate('contract-caps', { expectedSources: ['pump-noise.md', 'filter-clogged.md'] })
  expect(metrics.recallAtK).toBe(1)
  expect(metrics.reciprocalRank).toBe(1 / 3)
  const gain = 1 / Math.log2(4) + 1 / Math.log2(5)
  expect(metrics.ndcgAtK).toBeCloseTo(gain / (1 + 1 / Math.log2(3)), 12)
})

describe('a recording that differs', () => {
  const evaluateEdited = (id: string, edit: (text: string) => string) => {
    const golden = contractCases.find((each) => each.id === id)
    if (golden === undefined) throw new Error(`no case ${id}`)
    return evaluateCase(golden, fixture.parse(JSON.parse(edit(JSON.stringify(recordingOf(id))))), {})
  }

  test.each([
    ['lookupResult.topSimilarity', '"topSimilarity":0.62', '"topSimilarity":0.63'],
    ['lookupResult.contextPack.usedChars', '"usedChars":571', '"usedChars":570'],
    ['view.truncated', '"truncated":false', '"truncated":true'],
    [
      'engineResponses.requests.0.kb_scope',
      '"kb_scope":"rag-eval"},"serviceRequestId"',
      '"kb_scope":"other"},"serviceRequestId"',
    ],
    ['lookupResult.rerankTrace', '"rerankTrace":', '"before":'],
  ])('fails, naming %s', async (field, old, edited) => {
    const result = await evaluateEdited('contract-order', (text) => {
      expect(text).toContain(old)
      return text.replace(old, edited)
    })
    expect(fieldsOf(result)).toContain(field)
  })

  test('in very many fields is listed to a point, and the rest is counted', async () => {
    const result = await evaluateEdited('contract-caps', (text) => {
      const at = text.indexOf('"lookupResult"')
      return text.slice(0, at) + text.slice(at).replaceAll('part', 'piece').replaceAll('semantic', 'other')
    })
    expect(result.failures).toHaveLength(21)
    expect(result.failures.at(-1)?.message).toMatch(/\(\d+ differences from here on\)$/)
  })
})

describe('a lookup that fails', () => {
  const answered = async (responses: number, body: unknown) => {
    const recorded = recordingOf('contract-fallback-low-quality')
    const [golden] = contractCases.filter(({ id }) => id === recorded.caseId)
    if (golden === undefined) throw new Error('no case')
    const engineResponses = recorded.engineResponses
      .slice(0, responses)
      .map((each) => (body === undefined ? each : { ...each, body: JSON.parse(JSON.stringify(body)) }))
    return evaluateCase(golden, { ...recorded, engineResponses }, {})
  }

  test('fails the case as a miss, and does not end the evaluation', async () => {
    const result = await answered(1, { hits: 'none' })
    expect(result).toMatchObject({ pass: false, observed: { hitLevel: 'miss' } })
    expect(result.metrics).toEqual({ recallAtK: 0, reciprocalRank: 0, ndcgAtK: 0 })
    expect(result.failures).toMatchObject([{ field: 'lookup', actual: 'E_KNOWLEDGE_BAD_RESPONSE' }])
  })

  test('because it asks more often than was answered, is found', async () => {
    expect(fieldsOf(await answered(1, undefined))).toEqual(['lookup'])
  })
})
