// What every adapter of the model port keeps (spec 06, "Models"): one suite over the three of them, and one over the two that
// speak to a provider, each behind a server that speaks the provider's wire format.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelAnswer, ModelPort } from '../../../../lib/diagnosis/model-port.ts'
import { faultOfTurn } from './fault-of-turn.ts'
import {
  assistant,
  call,
  failed,
  found,
  item,
  lookup,
  now,
  opening,
  question,
  request,
  submitTool,
  system,
  tool,
  user,
} from './transcript-builder.ts'

/** A provider's answer, in no wire format. Arguments that are a string are sent as they are where the wire can carry it. */
export type ScriptedAnswer = {
  readonly text?: string
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly arguments: unknown }[]
  readonly reason: 'calls' | 'end' | 'length' | 'refusal'
}

/** What the fake provider does with a request. */
export type Behaviour =
  | { readonly kind: 'answer'; readonly answer: ScriptedAnswer }
  | { readonly kind: 'error'; readonly status: number; readonly code: string }
  | { readonly kind: 'body'; readonly status: number; readonly type: string; readonly body: string }
  /** Takes the request and says nothing, or begins an answer and goes no further. */
  | { readonly kind: 'stall' | 'stall-in-body' }
  /** Closes the connection before an answer, or in it. */
  | { readonly kind: 'hang-up' | 'break-off' }

/** A message as the provider got it, in no wire format. */
export type ReceivedMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string | null
      readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[]
    }
  | { readonly role: 'answers'; readonly answers: readonly { readonly id: string; readonly text: string }[] }

export type FakeProvider = {
  /** Answers every request so, until told otherwise. */
  behave(behaviour: Behaviour): void
  /** What it was told last. */
  received(): readonly ReceivedMessage[]
  receivedTools(): readonly { readonly name: string; readonly description: string; readonly schema: unknown }[]
  requests(): number
  close(): Promise<void>
}

export type RemoteHarness = {
  readonly provider: FakeProvider
  model(options?: { readonly timeoutMs?: number }): ModelPort
  /** An adapter whose provider is not there. */
  modelOfNobody(): ModelPort
}

/** Over all adapters. `prepare` makes a provider ask for one lookup; the embedded model does so by itself. */
export function modelContract(
  open: () => Promise<{ model: ModelPort; prepare(): void; close(): Promise<void> }>,
): void {
  describe('every model', () => {
    let harness: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      harness = await open()
      harness.prepare()
    })
    afterAll(() => harness.close())

    test('has a name that says what it is', () => {
      expect(harness.model.name).toMatch(/^(extractive|bedrock:.+|openai:.+)$/)
    })

    test('answers the question with a call of an offered tool, whose arguments are JSON', async () => {
      const answer = await harness.model.turn(request(opening))
      expect(answer.stop).toBe('tool_calls')
      expect(answer.toolCalls.map((c) => c.name)).toEqual(['lookup_knowledge'])
      expect(JSON.parse(answer.toolCalls[0]?.arguments ?? '')).toEqual({ query: question })
    })

    test('gives no call an id that the transcript has', async () => {
      const first = await harness.model.turn(request(opening))
      const [made] = first.toolCalls
      if (made === undefined) throw new Error('no call')
      const second = await harness.model.turn(
        request([...opening, assistant(null, made), tool(made.id, found('c1-7f3a', [item()]))]),
      )
      expect(second.toolCalls.length).toBeGreaterThan(0)
      expect(second.toolCalls.map((c) => c.id)).not.toContain(made.id)
    })

    test('leaves the request as it is', async () => {
      const given = request([
        ...opening,
        assistant('Looking.', lookup('x', 'q')),
        tool('x', found('c1-7f3a', [item()])),
      ])
      const before = structuredClone(given)
      await harness.model.turn(given)
      expect(given).toEqual(before)
    })

    test('goes on after broken calls, unknown tools, failed lookups and silence', async () => {
      const answer = await harness.model.turn(
        request([
          ...opening,
          assistant(null),
          user('Please go on.'),
          assistant(null, call('a', 'lookup_knowledge', '{"query": "x'), call('b', 'no_such_tool', {})),
          tool('a', failed('c1-7f3a', 'E_VALIDATION')),
          tool('b', failed('c2-7f3a', 'E_VALIDATION')),
          assistant('An answer nobody asked for.'),
          user('Look it up.'),
        ]),
      )
      expect(answer.toolCalls.length).toBeGreaterThan(0)
    })

    test('gives the same answer to the same request', async () => {
      const given = request([...opening, assistant(null, lookup('x', question)), tool('x', found('c1-7f3a', [item()]))])
      expect(await harness.model.turn(given)).toEqual(await harness.model.turn(given))
    })
  })
}

/** Over the adapters that speak to a provider. */
export function remoteModelContract(open: () => Promise<RemoteHarness>): void {
  describe('a model behind a provider', () => {
    let harness: RemoteHarness
    beforeAll(async () => {
      harness = await open()
    })
    afterAll(() => harness.provider.close())

    const answerTo = (answer: ScriptedAnswer, messages = opening): Promise<ModelAnswer> => {
      harness.provider.behave({ kind: 'answer', answer })
      return harness.model().turn(request(messages))
    }
    const faultAt = (behaviour: Behaviour, timeoutMs = 5000) => {
      harness.provider.behave(behaviour)
      return faultOfTurn(harness.model({ timeoutMs }).turn(request(opening)))
    }

    describe('what it sends', () => {
      const receivedOf = async (messages: typeof opening) => {
        await answerTo({ text: 'ok', reason: 'end' }, messages)
        return harness.provider.received()
      }

      test('sends the transcript in order, each answer at its call and exactly as it is', async () => {
        const view = found('c1-7f3a', [item({ excerpt: 'Zeilen\n\tund „Zeichen“ 网关 \u0001' })])
        const received = await receivedOf([
          ...opening,
          assistant('Let me look.', lookup('p1', 'one'), lookup('p2', 'two')),
          tool('p2', failed('c2-7f3a')),
          tool('p1', view),
        ])
        expect(received).toEqual([
          { role: 'system', text: 'You diagnose.' },
          { role: 'user', text: question },
          {
            role: 'assistant',
            text: 'Let me look.',
            calls: [
              { id: 'p1', name: 'lookup_knowledge', arguments: { query: 'one' } },
              { id: 'p2', name: 'lookup_knowledge', arguments: { query: 'two' } },
            ],
          },
          {
            role: 'answers',
            answers: [
              { id: 'p1', text: view },
              { id: 'p2', text: failed('c2-7f3a') },
            ],
          },
        ])
      })

      test('offers the tools with their schemas', async () => {
        harness.provider.behave({ kind: 'answer', answer: { text: 'ok', reason: 'end' } })
        await harness.model().turn(request(opening, { tools: [submitTool] }))
        expect(harness.provider.receivedTools()).toEqual([
          { name: 'submit_diagnosis', description: submitTool.description, schema: submitTool.inputSchema },
        ])
      })

      test('answers a call that the transcript left unanswered, before what the user says next', async () => {
        const received = await receivedOf([
          ...opening,
          assistant(null, call('p1', 'submit_diagnosis', {})),
          user('Repair.'),
        ])
        expect(received.slice(2)).toEqual([
          { role: 'assistant', text: null, calls: [{ id: 'p1', name: 'submit_diagnosis', arguments: {} }] },
          { role: 'answers', answers: [{ id: 'p1', text: 'Not answered here; see the next message.' }] },
          { role: 'user', text: 'Repair.' },
        ])
      })

      test('takes the answers of one turn for no other, even under the same id', async () => {
        const [one, two] = [found('c1-7f3a', [item()]), found('c2-7f3a', [])]
        const received = await receivedOf([
          ...opening,
          assistant(null, lookup('same', 'one')),
          tool('same', one),
          assistant(null, lookup('same', 'two')),
          tool('same', two),
        ])
        const answers = received.flatMap((message) => (message.role === 'answers' ? message.answers : []))
        expect(answers.map((answer) => answer.text)).toEqual([one, two])
      })

      test('leaves out silent turns and lets no user speak twice in a row', async () => {
        const received = await receivedOf([
          system(),
          user('One.'),
          assistant(null),
          user('Two.'),
          assistant(' '),
          user(' '),
        ])
        expect(received).toEqual([
          { role: 'system', text: 'You diagnose.' },
          { role: 'user', text: 'One.\n\nTwo.' },
        ])
      })

      test.each(['{"query": "x', '"text"', '[1]', 'null', ''])(
        'sends arguments %j back as an object',
        async (broken) => {
          const received = await receivedOf([
            ...opening,
            assistant(null, call('p1', 'lookup_knowledge', broken)),
            tool('p1', failed('c1-7f3a', 'E_VALIDATION')),
          ])
          expect(received[2]).toMatchObject({ calls: [{ arguments: { not_an_object: broken } }] })
        },
      )
    })

    describe('what it hands on', () => {
      test('text', async () => {
        expect(await answerTo({ text: 'It is the pool.', reason: 'end' })).toEqual({
          text: 'It is the pool.',
          toolCalls: [],
          stop: 'end',
        })
      })

      test('several calls at once, in order, unknown tools among them, and text beside them', async () => {
        const answer = await answerTo({
          text: 'Looking.',
          calls: [
            { id: 'p1', name: 'lookup_knowledge', arguments: { query: 'one' } },
            { id: 'p2', name: 'reboot_everything', arguments: {} },
            { id: 'p3', name: 'submit_diagnosis', arguments: { analysis: [], conclusion: null } },
          ],
          reason: 'calls',
        })
        expect(answer).toEqual({
          text: 'Looking.',
          toolCalls: [
            { id: 'p1', name: 'lookup_knowledge', arguments: '{"query":"one"}' },
            { id: 'p2', name: 'reboot_everything', arguments: '{}' },
            { id: 'p3', name: 'submit_diagnosis', arguments: '{"analysis":[],"conclusion":null}' },
          ],
          stop: 'tool_calls',
        })
      })

      test('arguments that are broken JSON, as they are', async () => {
        const answer = await answerTo({
          calls: [{ id: 'p1', name: 'lookup_knowledge', arguments: '{"query": "x' }],
          reason: 'calls',
        })
        expect(answer.toolCalls).toEqual([{ id: 'p1', name: 'lookup_knowledge', arguments: '{"query": "x' }])
      })

      test('calls without an id, or with the same one, under ids of their own', async () => {
        const messages = [...opening, assistant(null, lookup('same', 'q')), tool('same', found('c1-7f3a', [item()]))]
        const answer = await answerTo(
          {
            calls: [
              { name: 'lookup_knowledge', arguments: { query: '1' } },
              { id: 'same', name: 'lookup_knowledge', arguments: { query: '2' } },
              { id: 'call-4', name: 'lookup_knowledge', arguments: { query: '3' } },
              { id: 'call-4', name: 'lookup_knowledge', arguments: { query: '4' } },
            ],
            reason: 'calls',
          },
          messages,
        )
        expect(answer.toolCalls.map((c) => c.id)).toEqual(['call-2', 'call-3', 'call-4', 'call-5'])
        expect(answer.toolCalls.map((c) => c.arguments)).toEqual(['1', '2', '3', '4'].map((q) => `{"query":"${q}"}`))
      })

      test('calls without an id under ids that no other call of the answer has', async () => {
        const messages = [...opening, assistant(null, lookup('p1', 'q')), tool('p1', found('c1-7f3a', [item()]))]
        const calls = [
          { name: 'lookup_knowledge', arguments: {} },
          { id: 'call-2', name: 'lookup_knowledge', arguments: {} },
        ]
        const answer = await answerTo({ calls, reason: 'calls' }, messages)
        expect(answer.toolCalls.map((c) => c.id)).toEqual(['call-3', 'call-2'])
      })

      test.each([{}, { text: '' }, { text: ' \n' }])('an empty answer %j', async (said) => {
        expect(await answerTo({ ...said, reason: 'end' })).toEqual({ text: null, toolCalls: [], stop: 'end' })
      })

      test('a refusal', async () => {
        expect(await answerTo({ text: 'I cannot help with that.', reason: 'refusal' })).toEqual({
          text: 'I cannot help with that.',
          toolCalls: [],
          stop: 'refusal',
        })
      })

      test('an answer that ran out of tokens, even in a call', async () => {
        expect((await answerTo({ text: 'It is', reason: 'length' })).stop).toBe('length')
        const inCall = await answerTo({
          calls: [{ id: 'p1', name: 'submit_diagnosis', arguments: {} }],
          reason: 'length',
        })
        expect(inCall.stop).toBe('length')
        expect(inCall.toolCalls).toHaveLength(1)
      })

      test('what the answer holds counts more than the reason that is given', async () => {
        const calls = [{ id: 'p1', name: 'lookup_knowledge', arguments: { query: 'x' } }]
        expect((await answerTo({ calls, reason: 'end' })).stop).toBe('tool_calls')
        expect((await answerTo({ text: 'x', reason: 'calls' })).stop).toBe('end')
      })
    })

    describe('what it throws', () => {
      test.each(['stall', 'stall-in-body'] as const)(
        'unavailable, in time, at a provider that is silent (%s)',
        async (kind) => {
          const startedAt = performance.now()
          const fault = await faultAt({ kind }, 150)
          expect(fault).toMatchObject({ code: 'E_MODEL_UNAVAILABLE', retryable: true, context: { failure: 'timeout' } })
          expect(performance.now() - startedAt).toBeLessThan(3000)
        },
      )

      test('unavailable when the deadline comes before the time limit', async () => {
        harness.provider.behave({ kind: 'stall' })
        const turn = harness.model({ timeoutMs: 60_000 }).turn(request(opening, { deadline: now() + 150 }))
        expect(await faultOfTurn(turn)).toMatchObject({ code: 'E_MODEL_UNAVAILABLE', context: { failure: 'timeout' } })
      })

      test('unavailable, without a request, when the deadline has passed', async () => {
        const before = harness.provider.requests()
        const fault = await faultOfTurn(harness.model().turn(request(opening, { deadline: now() })))
        expect(fault.code).toBe('E_MODEL_UNAVAILABLE')
        expect(harness.provider.requests()).toBe(before)
      })

      test.each([
        [429, 'ThrottlingException'],
        [408, 'RequestTimeout'],
        [500, 'InternalServerException'],
        [502, 'BadGateway'],
        [503, 'ServiceUnavailableException'],
        [504, 'GatewayTimeout'],
        [529, 'Overloaded'],
      ])('unavailable at %d %s, after one request: retries are for the state machine', async (status, code) => {
        const before = harness.provider.requests()
        const fault = await faultAt({ kind: 'error', status, code })
        expect(fault).toMatchObject({ code: 'E_MODEL_UNAVAILABLE', context: { status } })
        expect(harness.provider.requests()).toBe(before + 1)
      })

      test.each([
        [400, 'ValidationException'],
        [401, 'UnrecognizedClientException'],
        [403, 'AccessDeniedException'],
        [404, 'ResourceNotFoundException'],
        [422, 'Unprocessable'],
      ])('bad response at %d %s: asking again would not help', async (status, code) => {
        expect(await faultAt({ kind: 'error', status, code })).toMatchObject({
          code: 'E_MODEL_BAD_RESPONSE',
          retryable: false,
          context: { status, words: 'Words of the provider.' },
        })
      })

      test('what the provider said is for the log, never in the message', async () => {
        const { message } = await faultAt({ kind: 'error', status: 400, code: 'ValidationException' })
        expect(message).toBe('The model gave an answer that cannot be used.')
      })

      test.each([
        ['a page of HTML', 200, 'text/html', '<html><body>Welcome</body></html>'],
        ['no body', 200, 'application/json', ''],
        ['broken JSON', 200, 'application/json', '{"output": {"message": '],
        ['an empty object', 200, 'application/json', '{}'],
        ['a list', 200, 'application/json', '[]'],
        ['a refusing page of HTML', 403, 'text/html', '<html>Forbidden</html>'],
      ])('bad response at %s', async (_, status, type, body) => {
        expect((await faultAt({ kind: 'body', status, type, body })).code).toBe('E_MODEL_BAD_RESPONSE')
      })

      test.each([502, 503])('unavailable at a page of HTML with status %d', async (status) => {
        const fault = await faultAt({ kind: 'body', status, type: 'text/html', body: '<html>Bad gateway</html>' })
        expect(fault.code).toBe('E_MODEL_UNAVAILABLE')
      })

      test.each(['hang-up', 'break-off'] as const)('unavailable when the connection breaks (%s)', async (kind) => {
        expect((await faultAt({ kind })).code).toBe('E_MODEL_UNAVAILABLE')
      })

      test('unavailable when nobody listens', async () => {
        expect((await faultOfTurn(harness.modelOfNobody().turn(request(opening)))).code).toBe('E_MODEL_UNAVAILABLE')
      })
    })
  })
}
