// Spec 06, from the first question to a draft: what the model is offered and told, and what the state machine gets back.
import { describe, expect, test } from 'vitest'
import { createTurn } from '../../../functions/agent-turn/turn.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import { failed } from '../../lib/guard/builders.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { call, calls, goodDraft, idOf, lookup, openRun, runId, submit, text } from './scripted-run.ts'

describe('the first turn', () => {
  test('tells the model the prompt and the question, and offers both tools', async () => {
    const run = openRun([calls(lookup('gateway timeout'))])
    await run.turn(1)
    const { messages, requestId, deadline } = run.lastRequest()
    expect(messages.map((m) => m.role)).toEqual(['system', 'user'])
    expect(messages[1]).toEqual({ role: 'user', text: 'Why does the gateway time out?' })
    expect(run.offered()).toEqual(['lookup_knowledge', 'submit_diagnosis'])
    expect(requestId).toBe('req-1')
    // Some time is kept for the ledger behind the model's answer.
    expect(deadline).toBe(1_767_225_600_000 + 77_000)
  })

  test('never lets the model think into the time that is kept for ending the run', async () => {
    const run = openRun([calls(lookup('q'))], { endsAt: 1_767_225_600_000 + 40_000 })
    await run.turn(1)
    expect(run.lastRequest().deadline).toBe(1_767_225_600_000 + 25_000)
  })

  test('is not asked for any more when the time of the run is almost up', async () => {
    const run = openRun([], { endsAt: 1_767_225_600_000 + 20_000 })
    expect(await run.turn(1)).toMatchObject({ next: 'FALLBACK', fallback_cause: 'TIMEOUT', lookups: [] })
    expect(run.turns[0]).toMatchObject({ stop: null, messages: [], fallback_cause: 'TIMEOUT' })
    expect(run.requests).toEqual([])
  })

  test('hands the state machine minted ids and queries, and keeps the provider’s ids', async () => {
    const run = openRun([calls(lookup('gateway timeout'), call('lookup_knowledge', { query: ' dns ' }, 'call_long'))])
    expect(await run.turn(1)).toEqual({
      turn: 1,
      next: 'LOOKUPS',
      lookups: [
        { tool_call_id: idOf(1), query: 'gateway timeout' },
        { tool_call_id: idOf(2), query: 'dns' },
      ],
      draft_turn: null,
      fallback_cause: null,
    })
    expect(run.turns[0]?.lookups[1]).toEqual({ tool_call_id: idOf(2), provider_id: 'call_long', query: 'dns' })
  })

  test('is kept with the prompt, the question and what the model said', async () => {
    const said = lookup('gateway timeout')
    const run = openRun([{ text: 'Let me see.', ...calls(said) }])
    await run.turn(1)
    expect(run.turns[0]).toMatchObject({
      n: 1,
      kind: 'search',
      model: 'scripted',
      stop: 'tool_calls',
      next: 'LOOKUPS',
      refused: [],
      fallback_cause: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    expect(run.turns[0]?.messages.at(-1)).toEqual({ role: 'assistant', text: 'Let me see.', tool_calls: [said] })
    expect(run.turns[0]).not.toHaveProperty('draft')
  })

  test('may hand in a draft at once', async () => {
    const draft = goodDraft({ analysis: [], conclusion: null })
    const run = openRun([calls(submit(draft))])
    expect(await run.turn(1)).toEqual({
      turn: 1,
      next: 'DRAFT',
      lookups: [],
      draft_turn: 1,
      fallback_cause: null,
    })
    expect(run.turns[0]?.draft).toEqual(draft)
  })
})

describe('the answers to lookups', () => {
  test('are the stored bytes, under the provider’s ids, in the order of the calls', async () => {
    const run = openRun([calls(lookup('one'), lookup('two')), calls(submit(goodDraft()))])
    await run.turn(1)
    // Answered the other way round, and with bytes that no JSON.stringify would write.
    run.found(idOf(2), [])
    run.found(idOf(1), ['d#chunk-1'], 'Ünïcode \u2028 "quoted" 故障 📁 </evidence>')
    const first = run.records[1]
    if (first?.projection)
      run.records[1] = { ...first, projection: first.projection.replace('{"evidence', '{ "evidence') }
    await run.turn(2)
    const [, , said, one, two] = run.lastRequest().messages
    if (said?.role !== 'assistant' || one?.role !== 'tool' || two?.role !== 'tool') throw new Error('wrong roles')
    expect([one.tool_call_id, two.tool_call_id]).toEqual(said.tool_calls.map((c) => c.id))
    expect(Buffer.from(one.text)).toEqual(Buffer.from(run.records[1]?.projection ?? ''))
    expect(Buffer.from(two.text)).toEqual(Buffer.from(run.records[0]?.projection ?? ''))
    expect(run.lastRequest().messages).toHaveLength(5)
  })

  test('are what later turns are told again, whatever becomes of the record', async () => {
    const run = openRun([calls(lookup('one')), calls(lookup('two')), calls(submit(goodDraft()))])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    await run.turn(2)
    const before = run.lastRequest().messages
    run.records.length = 0
    run.found(idOf(2), [])
    await run.turn(3)
    expect(run.lastRequest().messages.slice(0, before.length)).toEqual(before)
  })

  test('count ids on over the turns of the run', async () => {
    const run = openRun([calls(lookup('one'), call('search_web', {})), calls(lookup('two'))])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    expect((await run.turn(2)).lookups).toEqual([{ tool_call_id: idOf(3), query: 'two' }])
  })

  test('say the error of a lookup that failed, and never that there is no evidence', async () => {
    const run = openRun([calls(lookup('one'), lookup('two'), lookup('three')), text('hm')])
    await run.turn(1)
    run.records.push(failed(idOf(1)))
    const cause =
      '{"errorType":"E_STOP_REQUIRED","errorMessage":"This run takes no further lookups; hand in the draft."}'
    await run.turn(2, 'search', {
      lookup_errors: [
        { tool_call_id: idOf(1), error: { code: 'States.Timeout', message: 'x' } },
        { tool_call_id: idOf(2), error: { code: 'E_STOP_REQUIRED', message: cause } },
        { tool_call_id: idOf(3) },
      ],
    })
    const answers = run.lastRequest().messages.flatMap((m) => (m.role === 'tool' ? [JSON.parse(m.text)] : []))
    expect(answers).toEqual([
      {
        tool_call_id: idOf(1),
        error: {
          code: 'E_KNOWLEDGE_UNAVAILABLE',
          message: 'The knowledge service cannot be reached; try again.',
        },
      },
      {
        tool_call_id: idOf(2),
        error: { code: 'E_STOP_REQUIRED', message: 'This run takes no further lookups; hand in the draft.' },
      },
      { tool_call_id: idOf(3), error: { code: 'E_INTERNAL', message: 'Something went wrong on our side.' } },
    ])
  })

  test('are of the ledger when a lookup was stored although its task failed', async () => {
    const run = openRun([calls(lookup('one')), text('hm')])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    await run.turn(2, 'search', {
      lookup_errors: [{ tool_call_id: idOf(1), error: { code: 'States.Timeout', message: '' } }],
    })
    expect(run.told()).toMatchObject({ role: 'tool', text: run.records[0]?.projection })
  })

  test('keep an error message short, however long its cause', async () => {
    const run = openRun([calls(lookup('one')), text('hm')])
    await run.turn(1)
    const error = { code: 'E_INTERNAL', message: 'x'.repeat(30_000) }
    await run.turn(2, 'search', { lookup_errors: [{ tool_call_id: idOf(1), error }] })
    expect(JSON.stringify(run.told()).length).toBeLessThan(1000)
  })

  test('say what was refused, each with the rule', async () => {
    const run = openRun([
      calls(
        lookup('1'),
        lookup('2'),
        lookup('3'),
        lookup('4'),
        lookup('5'),
        lookup('6'),
        call('search_web', { query: 'x' }),
        call('lookup_knowledge', '{"query": "cut'),
      ),
      text('hm'),
    ])
    const { lookups } = await run.turn(1)
    expect(lookups.map((l) => l.query)).toEqual(['1', '2', '3', '4', '5'])
    for (const { tool_call_id } of lookups) run.found(tool_call_id, ['d#chunk-1'])
    await run.turn(2)
    const answers = run.lastRequest().messages.flatMap((m) => (m.role === 'tool' ? [JSON.parse(m.text)] : []))
    expect(answers.slice(5)).toEqual([
      { tool_call_id: idOf(6), error: { code: 'E_RATE_LIMITED', message: expect.stringContaining('At most 5') } },
      { tool_call_id: idOf(7), error: { code: 'E_NOT_FOUND', message: expect.stringContaining('search_web') } },
      { tool_call_id: idOf(8), error: { code: 'E_VALIDATION', message: expect.stringContaining('1000 characters') } },
    ])
  })
})

describe('a turn whose calls can all not be made', () => {
  test('asks the model again, and still offers the search', async () => {
    const run = openRun([calls(call('search_web', {}), call('lookup_knowledge', '{')), calls(lookup('now right'))])
    expect(await run.turn(1)).toMatchObject({ next: 'LOOKUPS', lookups: [], draft_turn: null })
    expect(await run.turn(2)).toMatchObject({ next: 'LOOKUPS', lookups: [{ query: 'now right' }] })
    expect(run.offered()).toEqual(['lookup_knowledge', 'submit_diagnosis'])
  })
})

describe('executed twice', () => {
  test('a turn answers from the ledger and does not ask the model again', async () => {
    const run = openRun([calls(lookup('one'))])
    const first = await run.turn(1)
    expect(await run.turn(1)).toEqual(first)
    expect(run.requests).toHaveLength(1)
    expect(run.turns).toHaveLength(1)
  })

  test('a turn whose lookups a later turn was told of asks for none of them again, and goes on', async () => {
    const run = openRun([calls(lookup('one')), calls(lookup('two'))])
    const first = await run.turn(1)
    await run.turn(2, 'search', {
      lookup_errors: [
        { tool_call_id: idOf(1), error: { code: 'E_KNOWLEDGE_UNAVAILABLE', message: 'It cannot be reached.' } },
      ],
    })
    const told = run.turns[1]?.messages
    expect(await run.turn(1)).toEqual({ ...first, lookups: [] })
    expect((await run.turn(2)).lookups).toEqual([{ tool_call_id: idOf(2), query: 'two' }])
    expect(run.turns[1]?.messages).toEqual(told)
    expect(run.turns[0]?.lookups).toHaveLength(1)
  })

  test('at once, the loser answers with what the winner wrote', async () => {
    const run = openRun([calls(lookup('the winner’s')), calls(lookup('the loser’s'))])
    const [one, two] = await Promise.all([run.turn(1), run.turn(1)])
    expect(one).toEqual(two)
    expect(run.turns).toHaveLength(1)
    expect(one.lookups).toEqual([{ tool_call_id: idOf(1), query: run.turns[0]?.lookups[0]?.query }])
  })

  test('a turn of a run that has ended since still answers as it did', async () => {
    const run = openRun([calls(lookup('one'))])
    const first = await run.turn(1)
    const ended = openRun([], { state: 'FALLBACK' })
    ended.turns.push(...run.turns)
    expect(await ended.turn(1)).toEqual(first)
  })
})

describe('what is no next turn is refused, and the model is not asked', () => {
  test.each(['PUBLISHED', 'FALLBACK', 'FAILED', 'OPEN'] as const)('of a run that is %s', async (state) => {
    const run = openRun([], { state })
    await expect(run.turn(1)).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })

  test('with a number that leaves one out', async () => {
    await expect(openRun([]).turn(2)).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })

  test('for a repair when there is no draft', async () => {
    const run = openRun([calls(lookup('one'))])
    await expect(run.turn(1, 'repair')).rejects.toMatchObject({ name: 'E_VALIDATION' })
    await run.turn(1)
    await expect(run.turn(2, 'repair')).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })

  test('for a search when there is a draft', async () => {
    const run = openRun([calls(submit(goodDraft()))])
    await run.turn(1)
    await expect(run.turn(2)).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })

  test('behind the last one', async () => {
    const run = openRun([text('no'), text('no')])
    await run.turn(1)
    expect(await run.turn(2)).toMatchObject({ next: 'FALLBACK' })
    await expect(run.turn(3)).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })

  test.each([
    ['no run', { run_id: undefined }],
    ['a run id with a slash', { run_id: 'a/b' }],
    ['turn 0', { turn: 0 }],
    ['another kind', { kind: 'chat' }],
    ['errors that are none', { lookup_errors: [{ error: 'x' }] }],
  ])('with %s', async (_, over) => {
    const run = openRun([])
    await expect(run.invoke({ turn: 1, kind: 'search', ...over })).rejects.toMatchObject({ name: 'E_VALIDATION' })
  })
})

describe('trouble with the model', () => {
  test('that may pass is thrown for the machine to try again, and nothing is kept', async () => {
    const run = openRun([new Fault('E_MODEL_UNAVAILABLE'), calls(lookup('one'))])
    await expect(run.turn(1)).rejects.toMatchObject({ name: 'E_MODEL_UNAVAILABLE', retryable: true })
    expect(run.turns).toEqual([])
    expect(await run.turn(1)).toMatchObject({ next: 'LOOKUPS' })
  })

  test('that will not pass ends the run, with a turn that says so', async () => {
    const run = openRun([calls(lookup('one')), new Fault('E_MODEL_BAD_RESPONSE')])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    expect(await run.turn(2)).toEqual({
      turn: 2,
      next: 'FALLBACK',
      lookups: [],
      draft_turn: null,
      fallback_cause: 'MODEL_UNAVAILABLE',
    })
    expect(run.turns[1]).toMatchObject({ kind: 'search', stop: null, messages: [{ role: 'tool' }] })
  })

  test('that is a fault of ours is thrown', async () => {
    await expect(openRun([new Error('a bug')]).turn(1)).rejects.toThrow('a bug')
  })

  test('with the ledger is thrown, and the model’s answer is lost', async () => {
    const run = openRun([calls(lookup('one')), calls(lookup('one'))])
    run.hooks.beforePut = () => {
      delete run.hooks.beforePut
      throw new Fault('E_LEDGER_UNAVAILABLE')
    }
    await expect(run.turn(1)).rejects.toMatchObject({ name: 'E_LEDGER_UNAVAILABLE' })
    expect((await run.turn(1)).lookups).toEqual([{ tool_call_id: idOf(1), query: 'one' }])
  })
})

describe('the state machine’s part', () => {
  test('stays under 8 KB with five of the longest queries that English writes', async () => {
    const run = openRun([calls(...Array.from({ length: 9 }, (_, i) => lookup(`${i}${'w'.repeat(999)}`)))])
    const outcome = await run.turn(1)
    expect(outcome.lookups).toHaveLength(5)
    expect(Buffer.byteLength(JSON.stringify(outcome))).toBeLessThan(8192)
  })

  test.each([
    ['Chinese', '障'],
    ['emoji', '📁'],
    ['quotes', '"'],
    ['line breaks', '\n'],
    ['control characters', '\u0001'],
    ['lone surrogates', '\ud800'],
  ])('stays under 24 KB with five of the longest queries of %s', async (_, unit) => {
    const query = `a${unit.repeat(998)}z`
    const run = openRun([calls(...Array.from({ length: 5 }, () => lookup(query)))])
    const outcome = await run.turn(1)
    expect(outcome.lookups).toHaveLength(5)
    expect(Buffer.byteLength(JSON.stringify(outcome))).toBeLessThan(24_000)
  })

  test('never holds a draft or evidence', async () => {
    const run = openRun([calls(lookup('one')), calls(submit(goodDraft()))])
    await run.turn(1)
    run.found(idOf(1), ['d#chunk-1'])
    expect(Object.keys(await run.turn(2))).toEqual(['turn', 'next', 'lookups', 'draft_turn', 'fallback_cause'])
    expect(JSON.stringify(await run.turn(2))).not.toMatch(/excerpt|chunk/i)
  })
})

describe('whatever a model says', () => {
  const turnBytes = (run: ReturnType<typeof openRun>) => Buffer.byteLength(JSON.stringify(run.turns.at(-1)))

  test('a turn stays small enough for the ledger', async () => {
    const huge = 'x'.repeat(500_000)
    const floods = [
      calls(...Array.from({ length: 500 }, () => lookup('again'))),
      calls(call('lookup_knowledge', { query: huge }), call(huge, huge)),
      calls(...Array.from({ length: 40 }, () => call('submit_diagnosis', huge))),
      { text: `${huge} "analysis": ${huge}` },
    ]
    for (const flood of floods) {
      const run = openRun([flood])
      await run.turn(1)
      expect(turnBytes(run)).toBeLessThan(300_000)
    }
  })

  test('of 500 calls the first 16 are kept and answered, and five are made', async () => {
    const run = openRun([calls(...Array.from({ length: 500 }, (_, i) => lookup(String(i)))), text('hm')])
    expect((await run.turn(1)).lookups).toHaveLength(5)
    expect(run.turns[0]?.refused).toHaveLength(11)
    await run.turn(2)
    expect(run.lastRequest().messages.filter((m) => m.role === 'tool')).toHaveLength(16)
  })

  test('an answer that is empty, refused or cut is kept with its stop', async () => {
    for (const stop of ['end', 'length', 'refusal'] as const) {
      const run = openRun([{ text: null, stop }])
      expect(await run.turn(1)).toMatchObject({ next: 'LOOKUPS', lookups: [] })
      expect(run.turns[0]).toMatchObject({
        stop,
        messages: [{}, {}, { role: 'assistant', text: null, tool_calls: [] }],
      })
    }
  })
})

test('a run of another caller is not touched', async () => {
  const forbidden = async () => {
    throw new Fault('E_RUN_FORBIDDEN')
  }
  const never = async () => {
    throw new Error('asked')
  }
  const task = createTurn(
    {
      runs: { read: forbidden, putTurn: never },
      ledger: { readCited: never },
      model: { name: 'never', turn: never },
      now: () => 0,
      telemetry: recordedTelemetry().telemetry,
    },
    { maxTurns: 8, maxRepairs: 2 },
  )
  const asked = task({ run_id: runId, turn: 1, kind: 'search' }, { owner: 'bob', requestId: 'r', deadline: 1 })
  await expect(asked).rejects.toMatchObject({ name: 'E_RUN_FORBIDDEN' })
})
