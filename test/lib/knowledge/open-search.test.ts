// The engine as configured: what each choice needs, said by name before anything is asked.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { environmentOf, readEnvironment } from '../../../lib/contract/settings.ts'
import { openSearch, searchSettings } from '../../../lib/knowledge/open-search.ts'
import type { ServiceAttempt } from '../../../lib/knowledge/send-attempt.ts'
import { retrieveReplyWith, s3Result } from './bedrock-kb/retrieve-reply-builder.ts'
import { awsVariables } from './bedrock-kb/test-retrieve.ts'
import { faultOf } from './fault-of.ts'
import { type HostileService, json, stallBeforeHeaders, startHostileService } from './hostile-service.ts'
import { replyWith } from './py-rag/search-reply-builder.ts'
import { callOf, queryOf } from './test-call.ts'

let service: HostileService
let attempts: ServiceAttempt[] = []
beforeEach(async () => {
  service = await startHostileService()
  attempts = []
  for (const [name, value] of Object.entries(awsVariables(service.baseUrl))) vi.stubEnv(name, value)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

const open = (environment: Readonly<Record<string, string>>) =>
  openSearch(readEnvironment(environmentOf(...searchSettings), environment), (attempt) => attempts.push(attempt))
const knowledgeBase = { KNOWLEDGE_ENGINE: 'bedrock-kb', BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567' }

describe('the engine of searches', () => {
  it('is py-rag by default, and then needs its address', async () => {
    expect(() => open({})).toThrow('PYRAG_BASE_URL is not set')
    expect(() => open({ KNOWLEDGE_ENGINE: 'py-rag', BEDROCK_KNOWLEDGE_BASE_ID: 'KB01234567' })).toThrow(
      'PYRAG_BASE_URL',
    )
    service.behave(json(replyWith()))
    await open({ PYRAG_BASE_URL: service.baseUrl }).search(queryOf(), callOf())
    expect(attempts).toMatchObject([{ service: 'py-rag', url: `${service.baseUrl}/api/v1/search` }])
  })

  it('may be a knowledge base of Bedrock, and then needs its id and no address of py-rag', async () => {
    expect(() => open({ KNOWLEDGE_ENGINE: 'bedrock-kb', PYRAG_BASE_URL: service.baseUrl })).toThrow(
      'Configuration is not valid: BEDROCK_KNOWLEDGE_BASE_ID is not set, and KNOWLEDGE_ENGINE=bedrock-kb needs it',
    )
    service.behave(json(retrieveReplyWith(s3Result)))
    const { hits } = await open(knowledgeBase).search(queryOf(), callOf())
    expect(hits).toHaveLength(1)
    expect(attempts).toMatchObject([
      { service: 'bedrock-kb', url: `${service.baseUrl}/knowledgebases/KB01234567/retrieve` },
    ])
  })

  it('that gives 100 results at most is not asked for more', () => {
    open({ ...knowledgeBase, RETRIEVAL_TOP_K: '100' })
    expect(() => open({ ...knowledgeBase, RETRIEVAL_TOP_K: '101' })).toThrow(
      'Configuration is not valid: RETRIEVAL_TOP_K is over 100',
    )
    open({ PYRAG_BASE_URL: service.baseUrl, RETRIEVAL_TOP_K: '101' })
  })

  it('is bounded by the limit of a search, whichever it is', async () => {
    service.behave(stallBeforeHeaders)
    for (const engine of [{ PYRAG_BASE_URL: service.baseUrl }, knowledgeBase]) {
      const limits = { PYRAG_CONNECT_TIMEOUT_MS: '60000', PYRAG_SEARCH_TIMEOUT_MS: '100' }
      const search = open({ ...engine, ...limits }).search(queryOf(), callOf())
      expect(await faultOf(search)).toMatchObject({ code: 'E_KNOWLEDGE_TIMEOUT', context: { limit: 'read' } })
    }
  })
})
