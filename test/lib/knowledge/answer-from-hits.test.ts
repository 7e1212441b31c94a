// The rules of lists and their status are tested over whole replies, engine by engine (map-reply, bedrock-kb-adapter).
import { expect, it } from 'vitest'
import { answerFromHits } from '../../../lib/knowledge/answer-from-hits.ts'
import { faultOf } from './fault-of.ts'
import { gatewayHit } from './py-rag/search-reply-builder.ts'

it('hits without a trace are an answer whose audit fields are null', () => {
  expect(answerFromHits([gatewayHit], 'supported', 'svc-1')).toMatchObject({
    hits: [{ originalRank: 1 }],
    evidenceStatus: 'supported',
    noEvidenceBasis: null,
    recallCount: null,
    rerankModel: null,
    serviceRequestId: 'svc-1',
    contractWarnings: [],
  })
})

it('none, said to be none, are an honest "no evidence"', () => {
  expect(answerFromHits([], 'no_evidence', null)).toMatchObject({
    hits: [],
    evidenceStatus: 'no_evidence',
    contractWarnings: [],
  })
})

it('of which none can be read are a fault that names the request, never "no evidence"', async () => {
  expect(await faultOf(() => answerFromHits([5, null], 'no_evidence', 'svc-1'))).toMatchObject({
    code: 'E_KNOWLEDGE_BAD_RESPONSE',
    context: { serviceRequestId: 'svc-1' },
  })
})
