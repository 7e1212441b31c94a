import { describe, expect, test } from 'vitest'
import type { ServiceAttempt } from '../../../lib/knowledge/send-attempt.ts'
import { tellAttempt } from '../../../lib/knowledge/tell-attempt.ts'
import { recordedTelemetry } from '../lambda/recorded-telemetry.ts'

const attempt = (over: Partial<ServiceAttempt> = {}): ServiceAttempt => ({
  service: 'py-rag',
  call: 'search',
  attempt: 2,
  method: 'POST',
  url: 'https://rag.example/api/v1/search',
  requestId: 'req-1',
  serviceRequestId: 'svc-1',
  status: 200,
  outcome: 'reply',
  startedAt: 1000,
  durationMs: 250,
  ...over,
})

describe('an attempt to call the knowledge service', () => {
  test('is a line, a latency and a part of the trace', () => {
    const { telemetry, lines, measured, traced } = recordedTelemetry()
    tellAttempt(telemetry)(attempt())
    expect(lines).toEqual([
      {
        level: 'info',
        code: 'KNOWLEDGE_CALL',
        fields: {
          engine: 'py-rag',
          operation: 'search',
          attempt: 2,
          outcome: 'OK',
          status: 200,
          service_request_id: 'svc-1',
          duration_ms: 250,
        },
      },
    ])
    expect(measured).toEqual([
      { metric: 'KnowledgeLatency', value: 250, dimensions: { operation: 'search', outcome: 'OK' } },
    ])
    expect(traced).toEqual([
      {
        name: 'py-rag',
        startedAt: 1000,
        endedAt: 1250,
        method: 'POST',
        url: 'https://rag.example/api/v1/search',
        status: 200,
        annotations: { operation: 'search', attempt: 2, outcome: 'OK' },
      },
    ])
  })

  test('says which engine was asked, in its line and in its part of the trace', () => {
    const { telemetry, lines, traced } = recordedTelemetry()
    tellAttempt(telemetry)(attempt({ service: 'bedrock-kb' }))
    expect(lines).toMatchObject([{ fields: { engine: 'bedrock-kb' } }])
    expect(traced).toMatchObject([{ name: 'bedrock-kb' }])
  })

  test.each([
    ['reply', 200, 'OK'],
    ['reply', 299, 'OK'],
    ['reply', 302, 'ERROR'],
    ['reply', 400, 'REFUSED'],
    ['reply', 499, 'REFUSED'],
    ['reply', 500, 'ERROR'],
    ['timeout', null, 'TIMEOUT'],
    ['connection-failed', null, 'UNREACHABLE'],
    ['unreadable', null, 'UNREADABLE'],
  ] as const)('with %s %s came to %s', (outcome, status, told) => {
    const { telemetry, measured } = recordedTelemetry()
    tellAttempt(telemetry)(attempt({ outcome, status }))
    expect(measured[0]?.dimensions).toEqual({ operation: 'search', outcome: told })
  })
})
