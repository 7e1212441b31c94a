// A tool behind Bedrock AgentCore Gateway, as its developer guide describes the invocation.
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../lib/lambda/call.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { lambdaContext, thrownBy } from './events.ts'
import { recordedTelemetry } from './recorded-telemetry.ts'

const custom = {
  bedrockAgentCoreMessageVersion: '1.0',
  bedrockAgentCoreAwsRequestId: '8bd8a0cf-9f24-4c5c-b4c6-0a1d3a8f6c11',
  bedrockAgentCoreMcpMessageId: '3',
  bedrockAgentCoreGatewayId: 'incidents-gw-abc123',
  bedrockAgentCoreTargetId: 'TARGET1',
  bedrockAgentCoreToolName: 'evidence___lookup_knowledge',
}

/** The call that an event makes. */
async function callOf(event: unknown, over: object | null = {}) {
  const calls: [string, Call][] = []
  const record = (name: string) => async (call: Call) => {
    calls.push([name, call])
    return { status: 200, body: { asked: name } }
  }
  const handler = createLambda({
    telemetry: recordedTelemetry().telemetry,
    operations: { recordToolInvocation: record('recordToolInvocation'), lookupKnowledge: record('lookupKnowledge') },
  })
  const clientContext = over === null ? undefined : { custom: { ...custom, ...over } }
  const answer = await handler(event, { ...lambdaContext(), clientContext })
  return { answer, name: calls[0]?.[0], call: calls[0]?.[1] }
}

describe('a tool call of AgentCore Gateway', () => {
  test('is the operation that the tool is named like, asked by the gateway', async () => {
    const { answer, name, call } = await callOf({ run_id: 'r1', tool_call_id: 'c1', query: 'why' })
    expect([answer, name]).toEqual([{ asked: 'lookupKnowledge' }, 'lookupKnowledge'])
    expect(call).toMatchObject({ params: { run_id: 'r1' }, owner: 'agentcore-gateway:incidents-gw-abc123' })
    expect(call?.json()).toEqual({ tool_call_id: 'c1', query: 'why' })
  })

  test.each(['a___b___lookup_knowledge', 'lookup_knowledge', 'evidence___lookupKnowledge'])(
    'may name its tool %s',
    async (bedrockAgentCoreToolName) => {
      expect((await callOf({ run_id: 'r1', query: 'why' }, { bedrockAgentCoreToolName })).name).toBe('lookupKnowledge')
    },
  )

  test('that brings no tool_call_id has the id of its request', async () => {
    const { call } = await callOf({ run_id: 'r1', query: 'why' })
    expect(call?.json()).toEqual({ tool_call_id: custom.bedrockAgentCoreAwsRequestId, query: 'why' })
  })

  test('cannot say by its arguments who asks, or for which operation: a model writes them', async () => {
    const { name, call } = await callOf({
      run_id: 'r1',
      query: 'why',
      caller: 'admin',
      operation: 'recordToolInvocation',
    })
    expect(name).toBe('lookupKnowledge')
    expect(call?.owner).toBe('agentcore-gateway:incidents-gw-abc123')
    expect(call?.json()).not.toHaveProperty('caller')
  })

  test.each([
    [
      'an HTTP event',
      {
        version: '2.0',
        routeKey: 'POST /api/runs/{run_id}/tool-invocations',
        pathParameters: { run_id: 'victim' },
        body: '{"tool":"logs"}',
        requestContext: { http: { method: 'POST', path: '/' }, authorizer: { lambda: { principal: 'local' } } },
      },
    ],
    [
      'a queue',
      { Records: [{ eventSource: 'aws:sqs', messageId: 'm', body: '', attributes: { ApproximateReceiveCount: '1' } }] },
    ],
    ['a schedule', { source: 'aws.events', 'detail-type': 'Scheduled Event' }],
  ])('is a tool call, also when its arguments look like %s', async (_, args) => {
    const { name, call } = await callOf({ run_id: 'r1', query: 'why', ...args })
    expect(name).toBe('lookupKnowledge')
    expect(call).toMatchObject({
      kind: 'direct',
      params: { run_id: 'r1' },
      owner: 'agentcore-gateway:incidents-gw-abc123',
    })
    expect(call?.json()).toMatchObject(args)
  })

  test('may say null for an id that it does not have, and has no say in the request id', async () => {
    const { call } = await callOf({ run_id: 'r1', tool_call_id: null, query: 'why', request_id: 'mine' })
    expect(call?.json()).toEqual({ tool_call_id: custom.bedrockAgentCoreAwsRequestId, query: 'why' })
    expect(call?.requestId).toBe(custom.bedrockAgentCoreAwsRequestId)
  })

  test('with keys that could reach a prototype is refused', async () => {
    const args: unknown = JSON.parse('{"run_id": "r1", "query": "why", "__proto__": {"caller": "x"}}')
    expect((await thrownBy(callOf(args))).name).toBe('E_VALIDATION')
  })

  test('for a tool that the function does not have is E_VALIDATION', async () => {
    const error = await thrownBy(callOf({ run_id: 'r1' }, { bedrockAgentCoreToolName: 'evidence___drop_table' }))
    expect(error).toMatchObject({ name: 'E_VALIDATION', message: expect.stringContaining('operation') })
  })

  test.each([
    ['without a client context', null],
    ['without the id of a gateway', { bedrockAgentCoreGatewayId: undefined }],
  ])('%s must name who asks', async (_, over) => {
    const error = await thrownBy(callOf({ run_id: 'r1', query: 'why' }, over))
    expect(error).toMatchObject({ name: 'E_VALIDATION', message: expect.stringContaining('caller') })
  })
})
