// What each engine's attempts have in common; how a whole call goes is tested over real servers, engine by engine.
import { describe, expect, it } from 'vitest'
import type { HttpExchange, HttpOutcome } from '../../../lib/knowledge/http-transport.ts'
import { type ServiceAttempt, sendAttempt } from '../../../lib/knowledge/send-attempt.ts'
import { faultOf } from './fault-of.ts'

const reply = { kind: 'reply', status: 503, headers: { 'x-id': 'svc-1' }, body: Buffer.from('no') } as const

function attemptThatGives(outcome: HttpOutcome) {
  const sent: HttpExchange[] = []
  const told: ServiceAttempt[] = []
  let time = 1000
  const transport = {
    send: async (exchange: HttpExchange) => {
      sent.push(exchange)
      time += 250
      return outcome
    },
    close: () => {},
  }
  const attempt = sendAttempt(
    {
      method: 'POST',
      url: new URL('https://user:password@engine.example/search?key=k'),
      headers: {},
      body: null,
      connection: 'kept',
      connectMs: 1,
      readMs: 2,
      deadline: 3000,
    },
    { service: 'py-rag', call: 'search', attempt: 2, requestId: 'req-1' },
    {
      transport,
      now: () => time,
      onAttempt: (made) => told.push(made),
      requestIdIn: ({ headers }) => String(headers['x-id']),
    },
  )
  return { attempt, sent, told }
}

describe('an attempt', () => {
  it('gives a whole reply, whatever its status, and is told without user, password and query', async () => {
    const { attempt, sent, told } = attemptThatGives(reply)
    expect(await attempt).toEqual({ reply, serviceRequestId: 'svc-1' })
    expect(sent).toMatchObject([{ connectMs: 1, readMs: 2, deadline: 3000, maxBytes: 4 * 1024 * 1024 }])
    expect(told).toEqual([
      {
        service: 'py-rag',
        call: 'search',
        attempt: 2,
        method: 'POST',
        url: 'https://engine.example/search',
        requestId: 'req-1',
        serviceRequestId: 'svc-1',
        status: 503,
        outcome: 'reply',
        startedAt: 1000,
        durationMs: 250,
      },
    ])
  })

  const cause = new Error('ECONNRESET')
  it.each<[HttpOutcome, string, object]>([
    [{ kind: 'timeout', limit: 'connect' }, 'E_KNOWLEDGE_TIMEOUT', { failure: 'timeout', limit: 'connect' }],
    [{ kind: 'unreadable', reason: 'too-large' }, 'E_KNOWLEDGE_BAD_RESPONSE', { failure: 'too-large' }],
    [
      { kind: 'connection-failed', connected: true, cause },
      'E_KNOWLEDGE_UNAVAILABLE',
      { failure: 'connection-broken' },
    ],
    [{ kind: 'connection-failed', connected: false, cause }, 'E_KNOWLEDGE_UNAVAILABLE', { failure: 'not-connected' }],
  ])('without a whole reply (%j) is told, and is a fault', async (outcome, code, context) => {
    const { attempt, told } = attemptThatGives(outcome)
    expect(await faultOf(attempt)).toMatchObject({ code, context })
    expect(told).toMatchObject([{ outcome: outcome.kind, status: null, serviceRequestId: null, durationMs: 250 }])
  })
})
