import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../../lib/contract/faults.ts'
import { knowledgeHit } from '../../../../lib/contract/knowledge-hit.ts'
import { mapReply } from '../../../../lib/knowledge/py-rag/map-reply.ts'
import { faultOf } from '../fault-of.ts'
import { gatewayHit, hitWith, noEvidenceReply, replyWith } from './search-reply-builder.ts'

const map = (reply: unknown) => mapReply(reply, 'svc-1')
const codeOf = async (reply: unknown) => (await faultOf(() => map(reply))).code

describe('a reply that keeps the contract', () => {
  it('gives the hits in the order of the array and what the audit needs', () => {
    const answer = map(replyWith({ hits: [hitWith({ quality_score: 0.2 }), gatewayHit] }))
    expect(answer.hits.map(({ originalRank, score }) => [originalRank, score])).toEqual([
      [1, 0.2],
      [2, 0.9147],
    ])
    expect(answer).toMatchObject({
      evidenceStatus: 'supported',
      noEvidenceBasis: null,
      recallCount: 20,
      rerankModel: 'BAAI/bge-reranker-v2-m3',
      serviceRequestId: 'svc-1',
      contractWarnings: [],
    })
  })

  it('may say no evidence, which is an answer with its reason', () => {
    expect(map(noEvidenceReply)).toMatchObject({
      hits: [],
      evidenceStatus: 'no_evidence',
      noEvidenceBasis: 'nothing above the threshold',
      contractWarnings: [],
    })
  })

  it('may have fields that nobody knows', () => {
    expect(map(replyWith({ version: 2, debug: {} })).contractWarnings).toEqual([])
  })
})

describe('hits', () => {
  it.each([undefined, null, {}, 'none', 0, true])('that are %j make the reply unusable', async (hits) => {
    expect(await codeOf(replyWith({ hits }))).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    expect(await codeOf(replyWith({ hits, evidence_status: 'no_evidence' }))).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it('of which one is malformed spoil no other', () => {
    const answer = map(
      replyWith({ hits: [gatewayHit, gatewayHit, { ...gatewayHit, excerpt: 1 }, gatewayHit, gatewayHit] }),
    )
    expect(answer.hits.map((hit) => hit.originalRank)).toEqual([1, 2, 4, 5])
    expect(answer.contractWarnings).toHaveLength(1)
  })

  it('that are all malformed make the reply unusable, never "no evidence"', async () => {
    const hits = [null, 17, hitWith({ excerpt: [] }), hitWith({ evidence_key: 1 })]
    expect(await codeOf(replyWith({ hits }))).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    expect(await codeOf(replyWith({ hits, evidence_status: 'no_evidence' }))).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    expect(await codeOf(replyWith({ hits: ['one'] }))).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it.each([null, ' \n'])(
    'that are malformed or blank (%j) make it unusable too: the malformed ones may have been the evidence',
    async (excerpt) => {
      expect(await codeOf(replyWith({ hits: [hitWith({ excerpt }), hitWith({ excerpt: 1 })] }))).toBe(
        'E_KNOWLEDGE_BAD_RESPONSE',
      )
    },
  )

  it('that are merely blank are no evidence, with a warning', () => {
    const answer = map(replyWith({ hits: [hitWith({ excerpt: null }), hitWith({ excerpt: undefined })] }))
    expect(answer).toMatchObject({ hits: [], evidenceStatus: 'no_evidence' })
    expect(answer.contractWarnings).toHaveLength(1)
  })
})

describe('evidence_status', () => {
  it.each([undefined, null, 'maybe', 17, {}])('that is %j is taken from the hits, with a warning', (status) => {
    const found = map(replyWith({ evidence_status: status }))
    expect(found).toMatchObject({ evidenceStatus: 'supported', hits: [{ originalRank: 1 }] })
    expect(found.contractWarnings).toEqual([expect.stringContaining('evidence_status')])
    const none = map(replyWith({ evidence_status: status, hits: [] }))
    expect(none).toMatchObject({ evidenceStatus: 'no_evidence', hits: [] })
    expect(none.contractWarnings).toEqual([expect.stringContaining('evidence_status')])
  })

  it('no_evidence with hits is no evidence, with a warning', () => {
    const answer = map(replyWith({ evidence_status: 'no_evidence' }))
    expect(answer).toMatchObject({ evidenceStatus: 'no_evidence', hits: [] })
    expect(answer.contractWarnings).toEqual([expect.stringContaining('no_evidence')])
  })

  it('supported without hits is no evidence, with a warning', () => {
    const answer = map(replyWith({ hits: [] }))
    expect(answer).toMatchObject({ evidenceStatus: 'no_evidence', hits: [] })
    expect(answer.contractWarnings).toEqual([expect.stringContaining('supported')])
  })
})

describe('retrieval_trace', () => {
  it.each([undefined, null, 17, 'trace', []])('that is %j leaves the audit fields null', (retrieval_trace) => {
    expect(map(replyWith({ retrieval_trace }))).toMatchObject({
      recallCount: null,
      rerankModel: null,
      noEvidenceBasis: null,
      hits: [{ originalRank: 1 }],
    })
  })

  it('gives what of it is well typed', () => {
    const retrieval_trace = { recall_count: 'many', rerank_model: 'm\ud800', no_evidence_basis: 5 }
    expect(map(replyWith({ retrieval_trace }))).toMatchObject({
      recallCount: null,
      rerankModel: 'm\ufffd',
      noEvidenceBasis: null,
    })
  })

  it('gives at most 500 characters of a text', () => {
    const retrieval_trace = { no_evidence_basis: 'b'.repeat(501) }
    expect(map(replyWith({ retrieval_trace })).noEvidenceBasis).toBe('b'.repeat(500))
  })
})

it.each([null, [], 'text', 17, true, {}])('a reply that is %j is unusable', async (reply) => {
  expect(await codeOf(reply)).toBe('E_KNOWLEDGE_BAD_RESPONSE')
})

it('keeps the first 50 warnings and says how many more there were', () => {
  const { contractWarnings } = map(replyWith({ hits: [gatewayHit, ...Array.from({ length: 60 }, () => 0)] }))
  expect(contractWarnings).toHaveLength(51)
  expect(contractWarnings[0]).toContain('Hit 2')
  expect(contractWarnings[49]).toContain('Hit 51')
  expect(contractWarnings[50]).toBe('And 10 more.')
  expect(map(replyWith({ hits: [gatewayHit, ...Array.from({ length: 50 }, () => 0)] })).contractWarnings).toHaveLength(
    50,
  )
})

describe('any reply at all', () => {
  const anything = fc.jsonValue()
  const orAnything = <T>(usual: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: anything })
  const hit = orAnything(
    fc.record(
      {
        evidence_key: orAnything(fc.string({ unit: 'binary' })),
        id: orAnything(fc.string()),
        document_id: orAnything(fc.string()),
        excerpt: orAnything(fc.constantFrom('text', ' ', null)),
        quality_score: orAnything(fc.double()),
        source: anything,
        title: anything,
        breadcrumb: anything,
      },
      { requiredKeys: [] },
    ),
  )
  const reply = orAnything(
    fc.record(
      {
        hits: orAnything(fc.array(hit, { maxLength: 6 })),
        evidence_status: orAnything(fc.constantFrom('supported', 'no_evidence')),
        retrieval_trace: anything,
      },
      { requiredKeys: [] },
    ),
  ).map((value): unknown => JSON.parse(JSON.stringify(value)))

  type Loose = { hits?: unknown; evidence_status?: unknown; excerpt?: unknown }
  const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null

  /** Spec 01: an empty list, a reply that says so itself, or hits of which not one has an excerpt. */
  const mayBeNoEvidence = (value: unknown) =>
    isObject(value) &&
    Array.isArray(value.hits) &&
    (value.hits.length === 0 ||
      value.evidence_status === 'no_evidence' ||
      value.hits.every((each) => isObject(each) && !Array.isArray(each) && (each.excerpt ?? null) === null))

  it('gives an answer that keeps our contract, or one fault, and "no evidence" only where the reply may mean it', () => {
    fc.assert(
      fc.property(reply, (value) => {
        let answer: ReturnType<typeof mapReply>
        try {
          answer = map(value)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
          expect(error).toHaveProperty('code', 'E_KNOWLEDGE_BAD_RESPONSE')
          return
        }
        const ranks = answer.hits.map((each) => each.originalRank)
        expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b))
        for (const each of answer.hits) expect(knowledgeHit.safeParse(each).success).toBe(true)
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        const texts = answer.hits.flatMap((each) => Object.values(each)).filter((field) => typeof field === 'string')
        expect(texts.every((text) => text.isWellFormed())).toBe(true)
        expect(answer.evidenceStatus).toBe(answer.hits.length > 0 ? 'supported' : 'no_evidence')
        if (answer.hits.length === 0) expect(mayBeNoEvidence(value)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
