// Spec 08: one normaliser for HTTP and direct invocations, the same faults in both, and nothing told that should not be.
import { inspect } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { Fault, type FaultCode, faults } from '../../../lib/contract/faults.ts'
import type { Call, Operation } from '../../../lib/lambda/call.ts'
import { createLambda, type LambdaOptions } from '../../../lib/lambda/create-lambda.ts'
import { httpEvent, iamOf, lambdaContext, replyOf, thrownBy } from './events.ts'
import { recordedTelemetry } from './recorded-telemetry.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A function that serves the lookup, and hands its call to `operation`. */
function serve(operation: Operation = async (call) => ({ status: 200, body: { input: call.json() } })) {
  const { telemetry, lines } = recordedTelemetry()
  const calls: Call[] = []
  const handler = createLambda({
    telemetry,
    operations: {
      lookupKnowledge: (call) => {
        calls.push(call)
        return operation(call)
      },
      readRun: async () => ({ status: 200, body: 'a run' }),
    },
  })
  const invoke = (event: unknown) => handler(event, lambdaContext())
  return {
    invoke,
    calls,
    lines,
    http: (over = {}) => replyOf(invoke(httpEvent('lookupKnowledge', { body: {}, ...over }))),
  }
}

const failing = (error: unknown) => serve(async () => Promise.reject(error))
const direct = { caller: 'alice', run_id: 'r1', tool_call_id: 'c1', query: 'why' }

describe('the same input, over HTTP and direct', () => {
  test('is the same call to a use case', async () => {
    const { invoke, http, calls } = serve()
    await http({ body: { tool_call_id: 'c1', query: 'why' } })
    await invoke(direct)
    const [overHttp, directly] = calls
    for (const call of [overHttp, directly]) {
      expect(call).toMatchObject({ params: { run_id: 'r1' }, owner: 'alice' })
      expect(call?.json()).toEqual({ tool_call_id: 'c1', query: 'why' })
    }
    expect([overHttp?.kind, directly?.kind]).toEqual(['http', 'direct'])
  })

  test('gets the answer in a reply, or the answer alone', async () => {
    const { invoke, http } = serve(async () => ({ status: 202, body: { 中: 1 } }))
    const reply = await http()
    expect(reply).toMatchObject({ statusCode: 202, json: { 中: 1 } })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(await invoke(direct)).toEqual({ 中: 1 })
  })

  test('gets the same fault: a reply with its code, or an error named by it', async () => {
    const { invoke, http } = failing(
      new Fault('E_STOP_REQUIRED', { details: [{ path: 'stop_reason', message: 'NO_GAIN' }], context: { secret: 1 } }),
    )
    expect(await http()).toMatchObject({
      statusCode: 409,
      json: {
        error: {
          code: 'E_STOP_REQUIRED',
          message: faults.E_STOP_REQUIRED.message,
          details: [{ path: 'stop_reason', message: 'NO_GAIN' }],
        },
      },
    })
    const error = await thrownBy(invoke(direct))
    expect(error.name).toBe('E_STOP_REQUIRED')
    expect(error.message).toContain(faults.E_STOP_REQUIRED.message)
    expect(error.message).toContain('NO_GAIN')
  })

  test('has the time that the function has left, less a margin for the reply', async () => {
    const { invoke, calls } = serve()
    const now = Date.now()
    await invoke(direct)
    expect(calls[0]?.deadline).toBeGreaterThan(now + 19_000)
    expect(calls[0]?.deadline).toBeLessThanOrEqual(Date.now() + 20_000 - 100)
  })
})

describe('a direct invocation', () => {
  test('without an operation means the first one, and with one that one', async () => {
    const { invoke } = serve()
    expect(await invoke({ ...direct, operation: 'readRun' })).toBe('a run')
    expect(await invoke({ ...direct, operation: 'lookupKnowledge' })).toEqual(await invoke(direct))
  })

  test.each(['checkEvidence', 'toString', '__proto__', 'constructor', ''])(
    'for the operation %j is refused',
    async (operation) => {
      const error = await thrownBy(serve().invoke({ ...direct, operation }))
      expect(error.name).toBe('E_VALIDATION')
    },
  )

  test.each([undefined, '', 7, null, 'x'.repeat(513), 'a\ud800'])('from the caller %j is refused', async (caller) => {
    const error = await thrownBy(serve().invoke({ ...direct, caller }))
    expect(error).toMatchObject({ name: 'E_VALIDATION', message: expect.stringContaining('caller') })
  })

  test.each([
    ['a prototype', '{"__proto__":{"query":"x"}}'],
    ['a constructor', '{"constructor":{"prototype":{}}}'],
    ['a prototype deep inside', '{"draft":{"analysis":[{"__proto__":1}]}}'],
    ['101 levels', `{"draft":${'['.repeat(101)}${']'.repeat(101)}}`],
  ])('with %s is refused, as over HTTP', async (_, json) => {
    const error = await thrownBy(serve().invoke(JSON.parse(`{"caller":"alice","run_id":"r1",${json.slice(1)}`)))
    expect(error.name).toBe('E_VALIDATION')
  })

  test('carries no file', async () => {
    const { invoke } = serve(async (call) => ({ status: 200, body: call.bytes() }))
    expect((await thrownBy(invoke(direct))).name).toBe('E_VALIDATION')
  })

  test('keeps its own request id when it is a valid one', async () => {
    const { invoke, calls } = serve()
    await invoke({ ...direct, request_id: 'wf-1.2_3' })
    await invoke({ ...direct, request_id: 'no spaces' })
    expect(calls.map((c) => c.requestId)).toEqual(['wf-1.2_3', expect.stringMatching(uuid)])
    expect(calls[0]?.json()).toEqual({ tool_call_id: 'c1', query: 'why' })
  })
})

describe('a task, which no route leads to', () => {
  /** A function with two tasks, and with a route beside them when asked for. */
  function serveTasks(operations: LambdaOptions['operations'] = undefined) {
    const { telemetry, lines } = recordedTelemetry()
    const handler = createLambda({
      telemetry,
      ...(operations && { operations }),
      tasks: {
        first: async (input, call) => ({ first: input, call }),
        second: async () => {
          throw new Fault('E_MODEL_UNAVAILABLE', { context: { secret: 1 } })
        },
      },
    })
    return { invoke: (event: unknown) => handler(event, lambdaContext()), lines }
  }
  const event = { caller: 'alice', run_id: 'r1', turn: 1, request_id: 'wf-1' }

  test('gets the input less its addressing, and who asks, under which id, and until when', async () => {
    const now = Date.now()
    const answer = await serveTasks().invoke({ ...event, operation: 'first' })
    expect(answer).toEqual({
      first: { run_id: 'r1', turn: 1 },
      call: { owner: 'alice', requestId: 'wf-1', deadline: expect.any(Number) },
    })
    const { deadline } = (answer as { call: { deadline: number } }).call
    expect(deadline).toBeGreaterThan(now + 19_000)
    expect(deadline).toBeLessThanOrEqual(Date.now() + 20_000 - 100)
  })

  test('needs no name when it is the first and the function serves no route', async () => {
    expect(await serveTasks().invoke(event)).toMatchObject({ first: { turn: 1 } })
    const withRoute = serveTasks({ readRun: async () => ({ status: 200, body: 'a run' }) })
    expect(await withRoute.invoke(event)).toBe('a run')
    expect(await withRoute.invoke({ ...event, operation: 'first' })).toMatchObject({ first: { turn: 1 } })
  })

  test('throws an error named by its fault’s code, with nothing of the context', async () => {
    const error = await thrownBy(serveTasks().invoke({ ...event, operation: 'second' }))
    expect(error.name).toBe('E_MODEL_UNAVAILABLE')
    expect(error.message).toBe(faults.E_MODEL_UNAVAILABLE.message)
  })

  test.each(['third', 'toString', '__proto__', 'constructor', 'checkEvidence', ''])(
    'named %j is refused when there is none',
    async (operation) => {
      expect((await thrownBy(serveTasks().invoke({ ...event, operation }))).name).toBe('E_VALIDATION')
    },
  )

  test('is refused without a caller, and is not there over HTTP', async () => {
    expect((await thrownBy(serveTasks().invoke({ run_id: 'r1' }))).name).toBe('E_VALIDATION')
    expect(await replyOf(serveTasks().invoke(httpEvent('readRun')))).toMatchObject({ statusCode: 404 })
  })
})

describe('shapes that are not ours are refused and say what is wrong (P67)', () => {
  const payload1 = {
    resource: '/api/runs/{run_id}',
    path: '/api/runs/r1',
    httpMethod: 'POST',
    headers: { 'Content-Type': 'application/json' },
    requestContext: { resourcePath: '/api', httpMethod: 'POST', identity: { userArn: 'arn:aws:iam::1:user/bob' } },
    body: '{}',
  }

  test('API Gateway payload format 1.0: a 400 over HTTP that names the format', async () => {
    const reply = await replyOf(serve().invoke(payload1))
    expect(reply.statusCode).toBe(400)
    expect(reply.json.error).toMatchObject({
      code: 'E_VALIDATION',
      details: [{ message: expect.stringContaining('2.0') }],
    })
    expect(reply.headers['x-request-id']).toBe(reply.json.error.request_id)
  })

  test.each<[string, unknown, string]>([
    [
      'a Bedrock action group',
      {
        messageVersion: '1.0',
        agent: { name: 'a', id: '1', alias: 'x', version: '1' },
        sessionId: 's',
        actionGroup: 'lookup',
        function: 'lookup_knowledge',
        parameters: [{ name: 'query', type: 'string', value: 'why' }],
      },
      'caller',
    ],
    ['bare arguments of AgentCore Gateway', { query: 'why', tool_call_id: 'c1' }, 'caller'],
    ['an S3 notification', { Records: [{ eventSource: 'aws:s3', s3: {} }] }, 'SQS'],
    ['no records', { Records: [] }, 'SQS'],
    ['an EventBridge event', { source: 'my.app', 'detail-type': 'X', detail: {} }, 'caller'],
    ['an empty object', {}, 'caller'],
    ['one that claims to be an opened event', { kind: 'http' }, 'caller'],
    ['null', null, 'object'],
    ['text', 'hello', 'object'],
    ['a list', [direct], 'object'],
    ['a number', 5, 'object'],
  ])('%s', async (_, event, names) => {
    const error = await thrownBy(serve().invoke(event))
    expect(error).toMatchObject({ name: 'E_VALIDATION', message: expect.stringContaining(names) })
    expect(error.stack).toBe(`E_VALIDATION: ${error.message}`)
  })

  test('messages and schedules, for a function that takes none', async () => {
    const { invoke } = serve()
    const record = { eventSource: 'aws:sqs', messageId: 'm', body: '', attributes: { ApproximateReceiveCount: '1' } }
    expect((await thrownBy(invoke({ Records: [record] }))).name).toBe('E_VALIDATION')
    expect((await thrownBy(invoke({ source: 'aws.events', 'detail-type': 'Scheduled Event' }))).name).toBe(
      'E_VALIDATION',
    )
  })

  test('AgentCore Gateway’s arguments are served once they say who asks', async () => {
    expect(await serve().invoke(direct)).toEqual({ input: { tool_call_id: 'c1', query: 'why' } })
  })
})

describe('the request id', () => {
  test.each(['abc', 'A.b-C_9', 'x'.repeat(128)])('of the caller is kept when it is a valid one: %s', async (id) => {
    const { http, calls } = serve()
    const reply = await http({ headers: { 'x-request-id': id } })
    expect(reply.headers['x-request-id']).toBe(id)
    expect(calls[0]?.requestId).toBe(id)
  })

  test.each(['', 'a b', 'a/b', 'x'.repeat(129), 'ü', 'a\n'])('is a new one in place of %j', async (id) => {
    const { http } = serve()
    expect((await http({ headers: { 'x-request-id': id } })).headers['x-request-id']).toMatch(uuid)
  })

  test('is the same in header, error, log and use case, also when it is a new one', async () => {
    const { http, calls, lines } = failing(new Fault('E_KNOWLEDGE_TIMEOUT'))
    const reply = await http()
    const id = reply.headers['x-request-id']
    expect(id).toMatch(uuid)
    expect(reply.json.error.request_id).toBe(id)
    expect(calls[0]?.requestId).toBe(id)
    expect(lines[0]?.fields.request_id).toBe(id)
  })

  test('is on every reply: of no identity, no route and a refused event too', async () => {
    const { http, invoke } = serve()
    const headers = { 'x-request-id': 'mine' }
    expect((await http({ headers, authorizer: undefined })).headers['x-request-id']).toBe('mine')
    expect((await http({ headers, routeKey: '$default' })).headers['x-request-id']).toBe('mine')
    expect((await replyOf(invoke({ requestContext: {} }))).headers['x-request-id']).toBeTruthy()
  })
})

describe('over HTTP', () => {
  test('a caller without an identity is a 401, whatever it asks for', async () => {
    const { http, calls } = serve()
    for (const authorizer of [null, {}, { jwt: { claims: { iss: 'x' } } }]) {
      expect(await http({ authorizer })).toMatchObject({ statusCode: 401, json: { error: { code: 'E_UNAUTHORIZED' } } })
    }
    expect(calls).toEqual([])
  })

  test('the caller is who the authorizer says, not who the body or a header says', async () => {
    const { http, calls } = serve()
    await http({
      authorizer: iamOf('arn:aws:sts::123456789012:assumed-role/Agent/s'),
      headers: { 'x-local-principal': 'bob' },
      body: { caller: 'bob' },
    })
    expect(calls[0]?.owner).toBe('aws:123456789012:assumed-role/Agent')
  })

  test.each(['$default', 'GET /api/runs/{run_id}/tools/lookup_knowledge', 'POST /api/nothing', 'POST /api/upload'])(
    'the route %s is a 404 here',
    async (routeKey) => {
      expect(await serve().http({ routeKey })).toMatchObject({
        statusCode: 404,
        json: { error: { code: 'E_NOT_FOUND' } },
      })
    },
  )

  test.each(Object.entries(faults).map(([code, row]) => [code as FaultCode, row] as const))(
    '%s has the status of the table, its message, and Retry-After exactly on 503',
    async (code, { status, message }) => {
      const reply = await failing(new Fault(code)).http()
      expect(reply).toMatchObject({ statusCode: status, json: { error: { code, message } } })
      expect(Object.keys(reply.json.error)).toEqual(['code', 'message', 'request_id'])
      expect(/^[1-9]\d*$/.test(reply.headers['retry-after'] ?? '')).toBe(status === 503)
    },
  )

  test('answers are not kept by caches', async () => {
    expect((await serve().http()).headers['cache-control']).toBe('no-store')
  })
})

describe('an error that nobody expected', () => {
  const cause = Object.assign(new TypeError('cannot read /srv/app.js of http://10.0.0.7'), { code: 'ESECRET' })

  test.each([
    ['an error', cause],
    ['text', 'secret at http://10.0.0.7'],
    ['an object', { secret: 'http://10.0.0.7' }],
    ['nothing', undefined],
    [
      'an error that claims a code of ours',
      Object.assign(new Error('secret'), { name: 'E_STOP_REQUIRED', code: 'E_STOP_REQUIRED' }),
    ],
  ])('(%s) is E_INTERNAL, over HTTP and direct, and tells nothing of itself', async (_, error) => {
    const { http, invoke } = failing(error)
    const reply = await http()
    expect(reply).toMatchObject({
      statusCode: 500,
      json: { error: { code: 'E_INTERNAL', message: faults.E_INTERNAL.message } },
    })
    expect(reply.body).not.toMatch(/secret|10\.0\.0\.7|srv|stack|TypeError/i)
    const thrown = await thrownBy(invoke(direct))
    expect(thrown.name).toBe('E_INTERNAL')
    expect(thrown.message).toBe(faults.E_INTERNAL.message)
    expect(thrown.stack).toBe(`E_INTERNAL: ${faults.E_INTERNAL.message}`)
    expect(thrown.cause).toBeUndefined()
    expect(inspect(thrown, { showHidden: true })).not.toMatch(/secret|10\.0\.0\.7|srv/i)
  })

  test('is logged whole for operators', async () => {
    const { http, lines } = failing(cause)
    await http()
    expect(lines).toEqual([
      {
        level: 'error',
        code: 'FAULT',
        fields: expect.objectContaining({
          code: 'E_INTERNAL',
          cause: {
            name: 'TypeError',
            code: 'ESECRET',
            message: cause.message,
            stack: expect.stringContaining('create-lambda.test'),
          },
        }),
      },
    ])
  })

  test('what a caller did wrong is no error of ours in the log', async () => {
    const { http, lines } = failing(new Fault('E_VALIDATION'))
    await http()
    expect(lines.map((line) => line.level)).toEqual(['info'])
  })

  test('a use case that throws at once, or an answer that does not serialise, is one too', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect((await serve(async () => ({ status: 200, body: circle })).http()).statusCode).toBe(500)
    const atOnce: Operation = () => {
      throw new Error('at once')
    }
    expect((await serve(atOnce).http()).statusCode).toBe(500)
  })
})

describe('messages of a queue', () => {
  const message = (messageId: string, body: string, count = '1') => ({
    eventSource: 'aws:sqs',
    messageId,
    body,
    attributes: { ApproximateReceiveCount: count },
  })

  test('are taken one by one: the failed ones stay, and only they', async () => {
    const { telemetry, lines } = recordedTelemetry()
    const onMessage = vi.fn(async ({ body }: { body: string }) => {
      if (body.startsWith('bad')) throw new Error('broken')
    })
    const handler = createLambda({ telemetry, operations: {}, onMessage })
    const Records = [message('1', 'good'), message('2', 'bad'), message('3', 'good', '4'), message('4', 'bad too')]
    expect(await handler({ Records }, lambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '4' }],
    })
    expect(onMessage.mock.calls.map(([given]) => given)).toEqual([
      { messageId: '1', body: 'good', receiveCount: 1 },
      { messageId: '2', body: 'bad', receiveCount: 1 },
      { messageId: '3', body: 'good', receiveCount: 4 },
      { messageId: '4', body: 'bad too', receiveCount: 1 },
    ])
    expect(lines).toMatchObject([
      { code: 'FAULT', fields: { message_id: '2', request_id: 'aws-request-1' } },
      { code: 'FAULT', fields: { message_id: '4', request_id: 'aws-request-1' } },
      { code: 'ANSWERED', fields: { operation: 'queue', messages: 4, failed: 2 } },
    ])
  })

  test('a schedule runs its errand, with a deadline', async () => {
    const { telemetry } = recordedTelemetry()
    const onSchedule = vi.fn(async () => {})
    const handler = createLambda({ telemetry, operations: {}, onSchedule })
    await handler({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }, lambdaContext())
    expect(onSchedule).toHaveBeenCalledWith({ requestId: 'aws-request-1', deadline: expect.any(Number) })
  })
})

describe('the line of an invocation that was answered', () => {
  const answered = (lines: ReturnType<typeof serve>['lines']) => lines.find(({ code }) => code === 'ANSWERED')?.fields

  test('says what was asked and came of it, whom it was about, and how long it took', async () => {
    const { http, lines } = serve()
    await http({ body: { tool_call_id: 'c1', query: 'why' }, headers: { 'x-request-id': 'req-1' } })
    expect(lines).toHaveLength(1)
    expect(answered(lines)).toEqual({
      request_id: 'req-1',
      run_id: 'r1',
      tool_call_id: 'c1',
      operation: 'lookupKnowledge',
      status: 200,
      duration_ms: expect.any(Number),
    })
  })

  test('is the same for a direct invocation', async () => {
    const { invoke, lines } = serve()
    await invoke({ ...direct, request_id: 'req-1' })
    const ids = { request_id: 'req-1', run_id: 'r1', tool_call_id: 'c1' }
    expect(answered(lines)).toMatchObject({ ...ids, operation: 'lookupKnowledge', status: 200 })
  })

  test.each(['http', 'direct'])(
    'says of which run, also where the answer is the first to name it (%s)',
    async (how) => {
      const { http, invoke, lines } = serve(async () => ({ status: 202, body: { run_id: 'run-minted' } }))
      await (how === 'http' ? http({ pathParameters: {} }) : invoke({ caller: 'alice' }))
      expect(answered(lines)).toMatchObject({ run_id: 'run-minted' })
    },
  )

  test.each([['no run!'], ['x'.repeat(81)], [7], [null], [{}]])('says no id that is none: %j', async (run_id) => {
    const { invoke, lines } = serve()
    await invoke({ ...direct, run_id })
    expect(answered(lines)).not.toHaveProperty('run_id')
  })

  test('is that of a refusal instead, about whom is known by then', async () => {
    const { http, lines } = failing(new Fault('E_STOP_REQUIRED'))
    await http({ body: { tool_call_id: 'c1' } })
    // The body was not opened: only the path says something.
    expect(lines).toMatchObject([{ code: 'REFUSED', fields: { run_id: 'r1', code: 'E_STOP_REQUIRED' } }])
    expect(lines[0]?.fields).not.toHaveProperty('tool_call_id')
  })
})
