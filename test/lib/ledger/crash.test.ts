// Spec 03: a lookup is four steps, each a write to a single item. Wherever a process ends, the same call again finds or makes
// one truth, counts it once and completes the log (P64).
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { failed, found, makeTable, openTestLedger, viewOf } from './test-ledger.ts'

/** Commands of a run's first call: reserve in vain, read, look for others' items, claim; search; put, then fill and audit. */
const firstCall = [1, 2, 3, 4, 5, 6, 7]
/** Commands of a later call: reserve; search; put, then fill and audit. */
const laterCall = [1, 2, 3, 4]

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)

  const points = (['before', 'after'] as const).flatMap((when) => [
    // The first write of a run's first call is refused: there is nothing after it.
    ...firstCall.filter((n) => when === 'before' || n > 1).map((n) => ({ when, n, of: 'first' })),
    ...laterCall.map((n) => ({ when, n, of: 'later' })),
  ])

  test.each(points)(
    'a crash $when write or read $n of a $of call: the same call again is one truth, counted once',
    async ({ of, n, when }) => {
      const { call, commands, storedItem, ledger, access, auditFailures } = open()
      const earlier = of === 'later' ? 1 : 0
      if (earlier === 1) await call('c0', found('c0', ['d#chunk-0']))
      commands.sent.length = 0
      commands.crash(when, n)
      const outcomes: unknown[] = [
        await call('c1', found('c1', ['d#chunk-1'])).then(
          ({ record }) => record.projection,
          () => 'crashed',
        ),
      ]
      // The audit alone may fail without the call failing.
      if (outcomes[0] !== 'crashed') expect(auditFailures).toHaveLength(1)
      commands.heal()
      const again = await call('c1', found('c1', ['d#chunk-2']))
      outcomes.push(again.record.projection)
      const stored = await storedItem('CALL#c1')
      expect(again.record.projection).toBe(stored?.projection)
      // What was put, was put for good; what was not, is what the second try found.
      const ofFirstTry = JSON.stringify(viewOf('c1', ['d#chunk-1']))
      const ofSecondTry = JSON.stringify(viewOf('c1', ['d#chunk-2']))
      expect([ofFirstTry, ofSecondTry]).toContain(stored?.projection)
      expect(again.harness.replayed).toBe(stored?.projection === ofFirstTry)
      if (outcomes[0] !== 'crashed') expect(stored?.projection).toBe(outcomes[0])
      expect(again.harness).toMatchObject({ tool_calls_used: earlier + 1, gain: true, new_evidence_count: 1 })
      const { run, calls } = await ledger.readRun(access())
      expect(run?.log.map((entry) => entry.tool_call_id)).toEqual(earlier === 1 ? ['c0', 'c1'] : ['c1'])
      expect(calls.at(-1)?.entry?.fill?.projection_sha256).toBe(stored?.projection_sha256)
    },
  )

  test('a crash between put and fill: the replay completes the log, and says the stop that this reaches', async () => {
    const { call, commands, storedItem } = open()
    await call('c1', found('c1', []))
    commands.hooks.before = (name) => {
      if (name === 'UpdateItemCommand' && commands.sent.includes('PutItemCommand')) throw new Error('crashed')
    }
    commands.sent.length = 0
    await expect(call('c2', found('c2', []))).rejects.toThrow()
    commands.heal()
    expect(await storedItem('RUN')).not.toHaveProperty('stop_reason')
    const { harness } = await call('c2', failed())
    expect(harness).toMatchObject({ replayed: true, stop_required: true, stop_reason: 'NO_GAIN' })
    expect(await storedItem('RUN')).toHaveProperty('stop_reason', 'NO_GAIN')
  })

  test('an answer is never given for what is not stored: when the put fails, so does the call', async () => {
    const { call, commands, storedItem } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    commands.refuse('PutItemCommand')
    await expect(call('c2', found('c2', ['d#chunk-2']))).rejects.toThrow()
    expect(await storedItem('CALL#c2')).toBeUndefined()
  })

  test('a call that a crash left unfinished is shown as such', async () => {
    const { call, commands, ledger, access } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    commands.refuse('PutItemCommand')
    await expect(call('c2', found('c2', []))).rejects.toThrow()
    const { calls } = await ledger.readRun(access())
    expect(calls[1]).toMatchObject({ toolCallId: 'c2', record: null, entry: { tool_call_id: 'c2' } })
    expect(calls[1]?.entry).not.toHaveProperty('fill')
  })

  test('a first try that ends after the second one has stored its view takes that view (P64)', async () => {
    const { call, storedItem } = open()
    const late = await call('c1', async () => {
      await call('c1', found('c1', ['second#chunk-1']))
      return found('c1', ['first#chunk-1'])
    })
    expect(late.record.projection).toBe(JSON.stringify(viewOf('c1', ['second#chunk-1'])))
    expect(late.harness).toMatchObject({ replayed: true, tool_calls_used: 1, new_evidence_count: 1 })
    expect((await storedItem('CALL#c1'))?.projection).toBe(late.record.projection)
  })

  test('a first try that fails after the second one has stored its view takes that view too', async () => {
    const { call, storedItem } = open()
    const late = await call('c1', async () => {
      await call('c1', found('c1', ['second#chunk-1']))
      return failed()
    })
    expect(late.record.status).toBe('READY')
    expect(late.harness).toMatchObject({ tool_calls_used: 1, no_gain_streak: 0, gain: true })
    expect(await storedItem('CALL#c1')).toMatchObject({ status: 'READY' })
  })

  test('a failure that reaches the log late never takes the place of a success', async () => {
    const { call, commands, ledger, access } = open()
    await call('c0', found('c0', ['d#chunk-0']))
    const late = call('c1', async () => {
      // Its record is stored, and its fill held back until the second try is through.
      commands.hooks.before = async (name) => {
        if (name !== 'UpdateItemCommand') return
        commands.heal()
        await call('c1', found('c1', ['d#chunk-1']))
      }
      return failed()
    })
    await late
    const { run, calls, harness } = await ledger.readRun(access())
    expect(calls[1]?.record?.status).toBe('READY')
    expect(run?.log[1]?.fill?.projection_sha256).toBe(calls[1]?.record?.projection_sha256)
    expect(harness).toMatchObject({ no_gain_streak: 0, tool_calls_used: 2 })
    expect((await call('c1', failed())).harness).toMatchObject({ gain: true, new_evidence_count: 1 })
  })
})
