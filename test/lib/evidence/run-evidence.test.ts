import { describe, expect, it } from 'vitest'
import { lookupResult } from '../../../lib/contract/lookup-result.ts'
import type { PlannedAttempt } from '../../../lib/evidence/plan-attempts.ts'
import { runEvidence, type SearchedAttempt } from '../../../lib/evidence/run-evidence.ts'
import { defaults, hit, searched } from './builders.ts'

/** A run whose searches bring `answers`, one after the other. */
async function run(answers: readonly SearchedAttempt[], changes: { category?: string; query?: string } = {}) {
  const asked: PlannedAttempt[] = []
  const outcome = await runEvidence(
    { query: changes.query ?? 'why', toolCallId: 'call_x1', category: changes.category ?? null },
    async (attempt) => {
      const answer = answers[asked.length]
      asked.push(attempt)
      if (answer === undefined) throw new Error('no search was planned')
      return answer
    },
    defaults,
  )
  return { ...outcome, asked, trace: outcome.lookup.retrievalTrace }
}

const good = hit('A', 1, 1, { score: 0.5 })
const poor = hit('B', 1, 1, { score: 0.4999 })
const unfiltered = { name: 'UNFILTERED_VECTOR', category: null }
const filtered = { name: 'FILTERED_VECTOR', category: 'gateway' }
const retry = { name: 'UNFILTERED_VECTOR_RETRY', category: null }

describe('without a category', () => {
  it.each([
    ['good', [good]],
    ['poor', [poor]],
    ['absent', []],
  ])('one attempt is made, also when its evidence is %s', async (_, hits) => {
    const { asked, trace } = await run([searched(hits)])
    expect(asked).toEqual([unfiltered])
    expect(trace).toMatchObject({ selectedAttempt: 'UNFILTERED_VECTOR', fallbackReason: null, queryHints: [] })
    expect(trace.attempts).toHaveLength(1)
  })
})

describe('with a category', () => {
  it('a first score of 0.5 stands', async () => {
    const { asked, trace, lookup } = await run([searched([good])], { category: 'gateway' })
    expect(asked).toEqual([filtered])
    expect(trace).toMatchObject({ selectedAttempt: 'FILTERED_VECTOR', fallbackReason: null })
    expect(lookup.evidenceBlocks[0]?.hitReasons).toEqual(['semantic_rank:1', 'attempt:FILTERED_VECTOR'])
  })

  it('a first score just below is retried without it, and the evidence is that of the retry alone', async () => {
    const { asked, trace, lookup, projection } = await run([searched([poor]), searched([good])], {
      category: 'gateway',
    })
    expect(asked).toEqual([filtered, retry])
    expect(trace).toMatchObject({
      selectedAttempt: 'UNFILTERED_VECTOR_RETRY',
      fallbackReason: 'filtered_vector_low_quality',
    })
    expect(lookup).toMatchObject({ candidateCount: 1, evidenceBlockCount: 1, topSimilarity: 0.5 })
    expect(lookup.evidenceBlocks[0]?.hitReasons).toEqual(['semantic_rank:1', 'attempt:UNFILTERED_VECTOR_RETRY'])
    expect(projection.view.evidence.map((item) => item.document_id)).toEqual(['A#chunk-1'])
  })

  it.each([
    ['no hit', []],
    ['blank hits only', [hit('B', 1, 1, { content: ' ' })]],
  ])('%s is retried as no evidence', async (_, hits) => {
    const { asked, trace } = await run([searched(hits), searched([good])], { category: 'gateway' })
    expect(asked).toEqual([filtered, retry])
    expect(trace.fallbackReason).toBe('filtered_vector_no_evidence')
  })

  it('a poor retry stands: there is no third attempt', async () => {
    const { asked, trace, lookup } = await run([searched([poor]), searched([])], { category: 'gateway' })
    expect(asked).toHaveLength(2)
    expect(trace.selectedAttempt).toBe('UNFILTERED_VECTOR_RETRY')
    expect(lookup).toMatchObject({ found: false, evidenceBlockCount: 0 })
  })
})

describe('the retrieval trace', () => {
  it('tells of each attempt what was asked and what the service said', async () => {
    const unordered = [
      hit('C', 1, 2, { score: 0.9 }),
      hit('D', 1, 3, { content: ' ', score: 1 }),
      poor,
      hit('B', 1, 4, { score: 1 }),
    ]
    const first = searched(unordered)
    const second = searched([], {
      trace: {
        mode: 'semantic',
        durationMs: 34,
        serviceRequestId: null,
        evidenceStatus: 'no_evidence',
        noEvidenceBasis: 'nothing above the threshold',
        recallCount: 0,
        rerankModel: null,
      },
    })
    const { trace, lookup } = await run([first, second], { category: 'gateway' })
    expect(trace.attempts).toEqual([
      {
        name: 'FILTERED_VECTOR',
        mode: 'hybrid',
        category: 'gateway',
        hitCount: 4,
        topScore: 0.4999,
        durationMs: 12,
        serviceRequestId: 'req-1',
        evidenceStatus: 'supported',
        noEvidenceBasis: null,
        recallCount: 20,
        rerankModel: 'BAAI/bge-reranker-v2-m3',
      },
      {
        name: 'UNFILTERED_VECTOR_RETRY',
        mode: 'semantic',
        category: null,
        hitCount: 0,
        topScore: null,
        durationMs: 34,
        serviceRequestId: null,
        evidenceStatus: 'no_evidence',
        noEvidenceBasis: 'nothing above the threshold',
        recallCount: 0,
        rerankModel: null,
      },
    ])
    expect(lookupResult.parse(lookup)).toEqual(lookup)
  })

  it('has the contract warnings of both attempts', async () => {
    const { trace } = await run(
      [searched([poor], { contractWarnings: ['one', 'two'] }), searched([good], { contractWarnings: ['three'] })],
      { category: 'gateway' },
    )
    expect(trace.contractWarnings).toEqual(['one', 'two', 'three'])
  })
})

describe('a run', () => {
  it('keeps the whole query for people and cuts it for the agent', async () => {
    const query = '网关超时'.repeat(1000)
    const { lookup, projection } = await run([searched([good])], { query })
    expect(lookup.query).toBe(query)
    expect(projection.view).toMatchObject({ query: '网关超时'.repeat(125), truncated: true })
  })

  it('that finds nothing says so to people and to the agent', async () => {
    const { lookup, projection } = await run([searched([])])
    expect(lookup).toMatchObject({
      found: false,
      topSimilarity: null,
      relevanceLevel: null,
      contextPack: { usedChars: 0 },
    })
    expect(projection.view).toEqual({
      evidence_status: 'NO_EVIDENCE',
      tool_call_id: 'call_x1',
      query: 'why',
      evidence: [],
      returned_count: 0,
      relevance_level: null,
      truncated: false,
    })
  })

  it('whose search fails is that failure, never an empty answer', async () => {
    const failure = new Error('down')
    const failing = runEvidence(
      { query: 'why', toolCallId: 'call_x1', category: 'gateway' },
      async (attempt) => {
        if (attempt.name === 'FILTERED_VECTOR') return searched([])
        throw failure
      },
      defaults,
    )
    await expect(failing).rejects.toBe(failure)
  })
})
