import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faultOf } from '../fault-of.ts'
import {
  answer,
  type HostileService,
  htmlPage,
  json,
  stallBeforeHeaders,
  startHostileService,
} from '../hostile-service.ts'
import { knowledgeSearchContract } from '../knowledge-search-contract.ts'
import { callOf, queryOf } from '../test-call.ts'
import { attributesWith, resultWith, retrieveReplyWith, s3Result } from './retrieve-reply-builder.ts'
import { awsVariables, bedrockKbOf, knowledgeBaseId, searchWith } from './test-retrieve.ts'

const useService = async () => {
  const service = await startHostileService()
  for (const [name, value] of Object.entries(awsVariables(service.baseUrl))) vi.stubEnv(name, value)
  return service
}
afterAll(() => void vi.unstubAllEnvs())

knowledgeSearchContract('a knowledge base of Bedrock', async () => {
  const service = await useService()
  return {
    port: bedrockKbOf(),
    finds: (chunks) => {
      const results = chunks.map(({ docId, chunkIndex, text, score }) =>
        resultWith({
          content: { type: 'TEXT', text },
          location: { type: 'CUSTOM', customDocumentLocation: { id: docId } },
          score,
          metadata: { 'x-amz-bedrock-kb-chunk-id': `${docId}-${chunkIndex}` },
        }),
      )
      service.behave(json(retrieveReplyWith(...results)))
    },
    findsNothing: () => service.behave(json(retrieveReplyWith())),
    isDown: () => service.behave(htmlPage(503)),
    isSilent: () => service.behave(stallBeforeHeaders),
    talksGarbage: () => service.behave(answer(200, '{"retrievalResults": ')),
    close: service.close,
  }
})

describe('the Bedrock adapter', () => {
  let service: HostileService
  beforeEach(async () => {
    service = await useService()
  })
  afterEach(() => service.close())

  async function sentFor(changes: Parameters<typeof queryOf>[0]) {
    service.behave(json(retrieveReplyWith()))
    await bedrockKbOf().search(queryOf(changes), callOf())
    const [request] = service.received
    if (request === undefined) throw new Error('nothing was sent')
    return { ...request, json: JSON.parse(request.body.toString()) }
  }

  it('asks the knowledge base by a signed request, for as many results as it was told and the kind of search by name', async () => {
    const { method, path, headers, json: body } = await sentFor({ query: '网关超时', topK: 7 })
    expect([method, path]).toEqual(['POST', `/knowledgebases/${knowledgeBaseId}/retrieve`])
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=[^,]*host[^,]*, Signature=[0-9a-f]{64}$/,
    )
    expect(headers['x-amz-security-token']).toBe('session-token-of-the-test')
    expect(body).toEqual({
      retrievalQuery: { text: '网关超时' },
      retrievalConfiguration: { vectorSearchConfiguration: { numberOfResults: 7, overrideSearchType: 'HYBRID' } },
    })
  })

  it.each([
    ['a category', { category: 'gateway' }, { equals: { key: 'category', value: 'gateway' } }],
    ['a scope', { kbScope: 'rag-eval' }, { equals: { key: 'kb_scope', value: 'rag-eval' } }],
    [
      'both',
      { category: 'gateway', kbScope: 'rag-eval' },
      {
        andAll: [{ equals: { key: 'category', value: 'gateway' } }, { equals: { key: 'kb_scope', value: 'rag-eval' } }],
      },
    ],
  ])('filters by %s, as attributes of the documents', async (_, changes, filter) => {
    const { json: body } = await sentFor(changes)
    expect(body.retrievalConfiguration.vectorSearchConfiguration.filter).toEqual(filter)
  })

  it('asks for a semantic search by name', async () => {
    const { json: body } = await sentFor({ mode: 'semantic' })
    expect(body.retrievalConfiguration.vectorSearchConfiguration.overrideSearchType).toBe('SEMANTIC')
  })

  it.each([
    [100, 100],
    [101, 100],
  ])('asked for %i results asks for %i, more than which AWS refuses', async (topK, asked) => {
    const { json: body } = await sentFor({ topK })
    expect(body.retrievalConfiguration.vectorSearchConfiguration.numberOfResults).toBe(asked)
  })

  it('sends a well-formed query', async () => {
    expect((await sentFor({ query: 'a\ud800b' })).json.retrievalQuery).toEqual({ text: 'a\ufffdb' })
  })

  it('drops one malformed result among five and keeps the other four', async () => {
    const results = [s3Result, resultWith({ unknown: 1 }), null, attributesWith({ title: 5 }), s3Result]
    service.behave(json(retrieveReplyWith(...results)))
    const { hits, contractWarnings } = await searchWith()
    expect(hits.map((hit) => hit.originalRank)).toEqual([1, 2, 4, 5])
    expect(contractWarnings).toEqual([expect.stringContaining('Hit 3'), expect.stringMatching(/Hit 4: title/)])
  })

  it('takes a list of which no result can be read for a bad response, not for no evidence', async () => {
    service.behave(json(retrieveReplyWith(null, 5)))
    expect((await faultOf(searchWith())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it.each([null, [], {}, { retrievalResults: null }, { retrievalResults: {} }])(
    'takes a 200 that says %j for a bad response',
    async (reply) => {
      service.behave(json(reply))
      expect((await faultOf(searchWith())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    },
  )

  it('takes a reply over 4 MiB for a bad response, and one of 4 MiB for an answer', async () => {
    const padded = (bytes: number) => answer(200, JSON.stringify(retrieveReplyWith(s3Result)).padEnd(bytes))
    service.behave(padded(4 * 1024 * 1024 + 1))
    expect((await faultOf(searchWith())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    service.behave(padded(4 * 1024 * 1024))
    expect((await searchWith()).hits).toHaveLength(1)
  })

  it('says that a reply does not hold all results', async () => {
    service.behave(json({ ...retrieveReplyWith(s3Result), nextToken: 'next' }))
    expect((await searchWith()).contractWarnings).toEqual([expect.stringContaining('nextToken')])
  })

  it("gives AWS's request id, in an answer and in a fault", async () => {
    service.behave(json(retrieveReplyWith(s3Result), 200, { 'x-amzn-requestid': 'aws-42' }))
    expect((await searchWith()).serviceRequestId).toBe('aws-42')
    service.behave(json({ retrievalResults: 5 }, 200, { 'x-amzn-requestid': 'aws-43' }))
    expect((await faultOf(searchWith())).context.serviceRequestId).toBe('aws-43')
  })
})
