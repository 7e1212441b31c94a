import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KnowledgeQuery } from '../../../../lib/knowledge/knowledge-search-port.ts'
import { createPyRagSearch } from '../../../../lib/knowledge/py-rag/py-rag-adapter.ts'
import { faultOf } from '../fault-of.ts'
import {
  answer,
  flood,
  type HostileService,
  htmlPage,
  json,
  stallBeforeHeaders,
  startHostileService,
} from '../hostile-service.ts'
import { knowledgeSearchContract } from '../knowledge-search-contract.ts'
import { callOf } from '../test-call.ts'
import { gatewayHit, hitWith, noEvidenceReply, replyWith } from './search-reply-builder.ts'
import { clientOf } from './test-client.ts'

knowledgeSearchContract('py-rag', async () => {
  const service = await startHostileService()
  return {
    port: createPyRagSearch(clientOf(service.baseUrl)),
    finds: (chunks) => {
      const hits = chunks.map(({ docId, chunkIndex, text, score }) =>
        hitWith({
          evidence_key: `${docId}#chunk-${chunkIndex}`,
          document_id: docId,
          excerpt: text,
          quality_score: score,
        }),
      )
      service.behave(json(replyWith({ hits })))
    },
    findsNothing: () => service.behave(json(noEvidenceReply)),
    isDown: () => service.behave(htmlPage(503)),
    isSilent: () => service.behave(stallBeforeHeaders),
    talksGarbage: () => service.behave(answer(200, '{"hits": ')),
    close: service.close,
  }
})

describe('the py-rag adapter', () => {
  let service: HostileService
  beforeEach(async () => {
    service = await startHostileService()
  })
  afterEach(() => service.close())

  const search = (changes: Partial<KnowledgeQuery> = {}) =>
    createPyRagSearch(clientOf(service.baseUrl)).search(
      { query: 'q', mode: 'hybrid', topK: 20, category: null, kbScope: null, ...changes },
      callOf(),
    )

  async function sentFor(changes: Partial<KnowledgeQuery>): Promise<unknown> {
    service.behave(json(noEvidenceReply))
    await search(changes)
    return JSON.parse(service.received[0]?.body.toString() ?? '')
  }

  it('asks for the same count three times, so that the service does not cut first, and leaves out what is not set', async () => {
    expect(await sentFor({ query: '网关超时', topK: 7 })).toEqual({
      query: '网关超时',
      mode: 'hybrid',
      retrieve_k: 7,
      return_n: 7,
      max_chunks_per_document: 7,
    })
  })

  it('passes mode, category and scope on', async () => {
    expect(await sentFor({ mode: 'semantic', category: 'gateway', kbScope: 'rag-eval' })).toMatchObject({
      mode: 'semantic',
      category: 'gateway',
      kb_scope: 'rag-eval',
    })
  })

  it('sends a well-formed query', async () => {
    expect(await sentFor({ query: 'a\ud800b' })).toMatchObject({ query: 'a\ufffdb' })
  })

  it('drops one malformed hit among five and keeps the other four', async () => {
    const hits = [gatewayHit, hitWith({ document_metadata: null }), null, hitWith({ title: 5 }), gatewayHit]
    service.behave(json(replyWith({ hits })))
    const { hits: mapped, contractWarnings } = await search()
    expect(mapped.map((hit) => hit.originalRank)).toEqual([1, 2, 4, 5])
    expect(contractWarnings).toEqual([expect.stringContaining('Hit 3'), expect.stringMatching(/Hit 4: title/)])
  })

  it('takes success with an empty list for no evidence, with a warning that it contradicts itself', async () => {
    service.behave(json(replyWith({ hits: [] })))
    expect(await search()).toMatchObject({
      hits: [],
      evidenceStatus: 'no_evidence',
      contractWarnings: [expect.any(String)],
    })
  })

  it.each([null, [], {}, { hits: null }])('takes a 200 that says %j for a bad response', async (reply) => {
    service.behave(json(reply))
    expect((await faultOf(search())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it('takes an error that says 200 for a bad response, an empty list beside it or not', async () => {
    service.behave(json({ ...noEvidenceReply, error: { code: 'E_RERANK_UNAVAILABLE', message: 'down' } }))
    const fault = await faultOf(search())
    expect(fault).toMatchObject({
      code: 'E_KNOWLEDGE_BAD_RESPONSE',
      context: { serviceStatus: 200, serviceCode: 'E_RERANK_UNAVAILABLE' },
    })
  })

  it('takes 30 MB for a bad response', async () => {
    service.behave(flood(30_000_000, { announced: false }).behaviour)
    expect((await faultOf(search())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it("gives the service's request id, in an answer and in a fault", async () => {
    service.behave(json(replyWith(), 200, { 'x-request-id': 'svc-42' }))
    expect((await search()).serviceRequestId).toBe('svc-42')
    service.behave(json({ hits: 5 }, 200, { 'x-request-id': 'svc-43' }))
    expect((await faultOf(search())).context.serviceRequestId).toBe('svc-43')
  })
})
