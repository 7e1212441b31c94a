// What every failure of a knowledge base becomes (spec 01, "Errors"), what is tried again, and what is told of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { faults } from '../../../../lib/contract/faults.ts'
import { createRetrieveExchange } from '../../../../lib/knowledge/bedrock-kb/retrieve-exchange.ts'
import type { ServiceAttempt } from '../../../../lib/knowledge/send-attempt.ts'
import { everythingIn, faultOf } from '../fault-of.ts'
import {
  answer,
  type Behaviour,
  breakBeforeReply,
  breakMidReply,
  type HostileService,
  htmlPage,
  json,
  raw,
  stallBeforeHeaders,
  stallMidBody,
  startHostileService,
  trickle,
} from '../hostile-service.ts'
import { callOf } from '../test-call.ts'
import { retrieveReplyWith, s3Result } from './retrieve-reply-builder.ts'
import { awsError, awsVariables, knowledgeBaseId, searchWith } from './test-retrieve.ts'

let service: HostileService
beforeAll(async () => {
  service = await startHostileService()
})
beforeEach(() => {
  for (const [name, value] of Object.entries(awsVariables(service.baseUrl))) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

const found = json(retrieveReplyWith(s3Result))
const asked = () => service.received.length

async function faultAfter(behaviour: Behaviour, searchMs = 60_000) {
  service.behave(behaviour)
  return faultOf(searchWith({ limits: { connectMs: 60_000, searchMs } }))
}

describe('a refusal', () => {
  it.each([
    [400, 'ValidationException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [403, 'AccessDeniedException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [403, 'ExpiredTokenException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [403, 'UnrecognizedClientException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [404, 'ResourceNotFoundException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [409, 'ConflictException', 'E_KNOWLEDGE_BAD_RESPONSE'],
    [400, 'ServiceQuotaExceededException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [400, 'ThrottlingException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [424, 'DependencyFailedException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [429, 'ThrottlingException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [429, 'NewlyInventedException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [500, 'InternalServerException', 'E_KNOWLEDGE_UNAVAILABLE'],
    [599, 'NewlyInventedException', 'E_KNOWLEDGE_UNAVAILABLE'],
  ])('%i %s is %s, with what AWS said in the context alone', async (status, exception, code) => {
    const fault = await faultAfter(awsError(status, exception, 'arn:aws:bedrock:x is not for you', 'aws-7'))
    expect(fault).toMatchObject({
      code,
      context: {
        failure: 'refused',
        serviceStatus: status,
        serviceCode: exception,
        serviceMessage: 'arn:aws:bedrock:x is not for you',
        serviceRequestId: 'aws-7',
      },
    })
    expect(fault.message).toBe(faults[fault.code].message)
    expect(fault.details).toBeUndefined()
  })

  it('of a search that the store has not got says so in the context: the setting is the operator’s', async () => {
    const message = 'HYBRID search type is not supported for search operation on index KB01234567'
    expect(await faultAfter(awsError(400, 'ValidationException', message))).toMatchObject({
      code: 'E_KNOWLEDGE_BAD_RESPONSE',
      context: { serviceMessage: message },
    })
  })

  it('by a store that is waking up is E_KNOWLEDGE_UNAVAILABLE, although it says that the request is not valid', async () => {
    const message = 'The Aurora DB instance db-X is resuming after being auto-paused. Please wait a few seconds.'
    expect((await faultAfter(awsError(400, 'ValidationException', message))).code).toBe('E_KNOWLEDGE_UNAVAILABLE')
  })

  it.each<[string, number, Behaviour, string]>([
    ['of a gateway', 503, htmlPage(503), 'E_KNOWLEDGE_UNAVAILABLE'],
    ['of a firewall', 403, htmlPage(403), 'E_KNOWLEDGE_BAD_RESPONSE'],
    ['that redirects', 302, htmlPage(302), 'E_KNOWLEDGE_BAD_RESPONSE'],
    ['without a body', 403, answer(403, ''), 'E_KNOWLEDGE_BAD_RESPONSE'],
    ['whose body is null', 400, json(null, 400), 'E_KNOWLEDGE_BAD_RESPONSE'],
    ['whose body names nothing', 400, json({}, 400), 'E_KNOWLEDGE_BAD_RESPONSE'],
  ])('%s, which is no exception of AWS, goes by its status', async (_, status, behaviour, code) => {
    expect(await faultAfter(behaviour)).toMatchObject({
      code,
      context: { serviceStatus: status, serviceCode: null, serviceMessage: null },
    })
  })

  it('that quotes the request gives no credential away, in whatever a log could print', async () => {
    service.behave((response, request) => {
      const { authorization, 'x-amz-security-token': token } = request.headers
      const message = `The Canonical String should have been 'POST x-amz-security-token:${token} ${authorization}'`
      awsError(403, 'InvalidSignatureException', message)(response, request)
    })
    const all = everythingIn(await faultOf(searchWith()))
    expect(all).toContain('[credential]')
    expect(all).not.toContain('session-token-of-the-test')
    expect(all).not.toContain('AWS4-HMAC')
  })

  it("keeps 500 characters of AWS's words", async () => {
    expect((await faultAfter(awsError(400, 'ValidationException', 'm'.repeat(501)))).context.serviceMessage).toBe(
      'm'.repeat(500),
    )
  })
})

describe('an answer', () => {
  it.each<[string, Behaviour]>([
    ['no JSON', answer(200, '<html></html>')],
    ['nothing', answer(200, '')],
    ['JSON that breaks off', answer(200, '{"retrievalResults": [')],
    ['no HTTP', raw('220 smtp ready\r\n')],
    ['gzip, unasked', answer(200, Buffer.from([0x1f, 0x8b, 8, 0]), { 'content-encoding': 'gzip' })],
  ])('that is %s is E_KNOWLEDGE_BAD_RESPONSE', async (_, behaviour) => {
    expect((await faultAfter(behaviour)).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
  })

  it('that cannot be read is not quoted', async () => {
    const fault = await faultAfter(answer(200, '{"retrievalResults": [ "secret evidence'))
    expect(fault.context).toMatchObject({ failure: 'not-json', serviceStatus: 200 })
    expect(everythingIn(fault)).not.toContain('secret evidence')
  })

  it.each<[string, Behaviour]>([
    ['before the reply', breakBeforeReply],
    ['in the middle of it', breakMidReply],
  ])('whose connection breaks %s is E_KNOWLEDGE_UNAVAILABLE', async (_, behaviour) => {
    expect((await faultAfter(behaviour)).code).toBe('E_KNOWLEDGE_UNAVAILABLE')
  })

  it.each<[string, Behaviour]>([
    ['before the headers', stallBeforeHeaders],
    ['in the middle of the body', stallMidBody],
    ['never, but trickles on', trickle],
  ])('that stalls %s is E_KNOWLEDGE_TIMEOUT', async (_, behaviour) => {
    expect((await faultAfter(behaviour, 100)).code).toBe('E_KNOWLEDGE_TIMEOUT')
  })
})

describe('a call that cannot be made', () => {
  it('because nothing listens is E_KNOWLEDGE_UNAVAILABLE', async () => {
    const gone = await startHostileService()
    await gone.close()
    vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME', gone.baseUrl)
    expect(await faultOf(searchWith())).toMatchObject({
      code: 'E_KNOWLEDGE_UNAVAILABLE',
      context: { failure: 'not-connected' },
    })
  })

  it('because the SDK fails before it sends is E_KNOWLEDGE_UNAVAILABLE', async () => {
    const send = async () => Promise.reject(new Error('Could not load credentials from any providers'))
    expect(await faultOf(searchWith({ send }))).toMatchObject({
      code: 'E_KNOWLEDGE_UNAVAILABLE',
      context: { failure: 'not-sent' },
    })
  })

  it('because credentials are not there by the deadline is E_KNOWLEDGE_TIMEOUT', async () => {
    const send = () => new Promise<never>(() => {})
    const fault = await faultOf(searchWith({ send }, callOf({ deadline: Date.now() + 100 })))
    expect(fault.code).toBe('E_KNOWLEDGE_TIMEOUT')
  })

  it('because the deadline has passed sends nothing', async () => {
    service.behave(found)
    const before = asked()
    const fault = await faultOf(searchWith({}, callOf({ deadline: Date.now() - 1 })))
    expect(fault.code).toBe('E_KNOWLEDGE_TIMEOUT')
    expect(asked()).toBe(before)
  })
})

it('gives a connection up at the deadline, and does not only stop to wait for it', async () => {
  const silent = await startHostileService()
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME', silent.baseUrl)
  silent.behave(stallBeforeHeaders)
  const fault = await faultOf(searchWith({}, callOf({ deadline: Date.now() + 300 })))
  expect(fault.code).toBe('E_KNOWLEDGE_TIMEOUT')
  await silent.closed(1)
  await silent.close()
})

describe('what is tried again', () => {
  const triesOf = async (behaviour: Behaviour, changes: Parameters<typeof searchWith>[0] = {}) => {
    const before = asked()
    service.behave(behaviour, found)
    const outcome = await searchWith(changes).then(
      () => 'answered',
      () => 'failed',
    )
    return [asked() - before, outcome]
  }

  it.each<[string, Behaviour]>([
    ['a 502', awsError(502, 'BadGatewayException')],
    ['a 503', htmlPage(503)],
    ['a 504', htmlPage(504)],
    ['a broken connection', breakBeforeReply],
  ])('%s, once, and then there is an answer', async (_, behaviour) => {
    expect(await triesOf(behaviour)).toEqual([2, 'answered'])
  })

  it.each<[string, Behaviour]>([
    ['throttling', awsError(429, 'ThrottlingException')],
    ['a 500', awsError(500, 'InternalServerException')],
    ['a refusal', awsError(400, 'ValidationException')],
    ['a refused credential', awsError(403, 'ExpiredTokenException')],
    ['an answer that cannot be read', answer(200, '{')],
  ])('not %s, neither by us nor by the SDK', async (_, behaviour) => {
    expect(await triesOf(behaviour)).toEqual([1, 'failed'])
  })

  it('not what took too long', async () => {
    expect(await triesOf(stallBeforeHeaders, { limits: { connectMs: 60_000, searchMs: 100 } })).toEqual([1, 'failed'])
  })

  it('no second time', async () => {
    const before = asked()
    service.behave(htmlPage(503))
    await faultOf(searchWith())
    expect(asked() - before).toBe(2)
  })

  it('not where the deadline leaves no room', async () => {
    const before = asked()
    service.behave(htmlPage(503))
    await faultOf(searchWith({ now: () => 1_000_000 }, callOf({ deadline: 1_000_000 + 399 })))
    expect(asked() - before).toBe(1)
  })
})

it('tells of each attempt, with the address and without what was asked', async () => {
  const attempts: ServiceAttempt[] = []
  service.behave(
    awsError(502, 'BadGatewayException', 'No.', 'aws-1'),
    json(retrieveReplyWith(), 200, { 'x-amzn-requestid': 'aws-2' }),
  )
  await searchWith({ onAttempt: (attempt) => attempts.push(attempt) })
  const common = {
    service: 'bedrock-kb',
    call: 'search',
    method: 'POST',
    url: `${service.baseUrl}/knowledgebases/${knowledgeBaseId}/retrieve`,
    requestId: 'req-1',
    outcome: 'reply',
    startedAt: expect.any(Number),
    durationMs: expect.any(Number),
  }
  expect(attempts).toEqual([
    { ...common, attempt: 1, serviceRequestId: 'aws-1', status: 502 },
    { ...common, attempt: 2, serviceRequestId: 'aws-2', status: 200 },
  ])
})

it('two searches at once get each its own answer', async () => {
  service.behave((response, request) => {
    const { retrievalQuery } = JSON.parse(request.body.toString())
    json(retrieveReplyWith({ content: { text: retrievalQuery.text }, score: 0.5 }))(response, request)
  })
  const exchange = createRetrieveExchange({ limits: { connectMs: 60_000, searchMs: 60_000 }, now: Date.now })
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((text) => exchange({ knowledgeBaseId, retrievalQuery: { text } }, callOf())),
  )
  expect(answers.map(({ body }) => body)).toMatchObject(
    ['a', 'b', 'c'].map((text) => ({ retrievalResults: [{ content: { text } }] })),
  )
})

it('keeps its connection between searches', async () => {
  const quiet = await startHostileService()
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_AGENT_RUNTIME', quiet.baseUrl)
  quiet.behave(found)
  const exchange = createRetrieveExchange({ limits: { connectMs: 60_000, searchMs: 60_000 }, now: Date.now })
  const input = { knowledgeBaseId, retrievalQuery: { text: 'q' } }
  await exchange(input, callOf())
  await exchange(input, callOf())
  expect(quiet.connections()).toBe(1)
  await quiet.close()
})
