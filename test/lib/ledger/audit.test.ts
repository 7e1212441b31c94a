// Spec 03: audits hold what people need, never block a call, and are cut with a mark at 64 KiB.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openAudit } from '../../../lib/ledger/audit.ts'
import type { Produced } from '../../../lib/ledger/record-call.ts'
import { failed, found, makeTable, openTestLedger } from './test-ledger.ts'

/** Spec 03: audits are cut with a mark at 64 KiB. Written out here, for the code's own figure would prove nothing. */
const auditBytes = 65_536

const withAudit = (audit: Readonly<Record<string, unknown>>): Produced => ({ ...found('c1', ['d#chunk-1']), audit })

describe.each(inject('databases'))('on $name', ({ endpoint }) => {
  let table = ''
  beforeAll(async () => {
    table = await makeTable(endpoint)
  })
  const open = (over = {}) => openTestLedger(endpoint, table, over)
  const auditsOf = async ({ ledger, access }: ReturnType<typeof open>) =>
    (await ledger.readRun(access())).calls.flatMap((call) => call.audits)

  test('an audit tells how the attempt ended and what it was told', async () => {
    const t = open()
    await t.call('c1', withAudit({ scores: { 'd#chunk-1': 0.91 }, warnings: ['w'] }))
    const [audit] = await auditsOf(t)
    expect(audit && openAudit(audit)).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      status: 'READY',
      won: true,
      error: null,
      scores: { 'd#chunk-1': 0.91 },
      warnings: ['w'],
    })
  })

  test('each attempt has an audit of its own, oldest first; a replay has none', async () => {
    const t = open()
    await t.call('c1', failed())
    t.clock.time += 5
    await t.call('c1', found('c1', ['d#chunk-1']))
    await t.call('c1', failed())
    const audits = (await auditsOf(t)).map(openAudit)
    expect(audits).toMatchObject([
      { status: 'FAILED', error: { code: 'E_KNOWLEDGE_UNAVAILABLE' }, why: 'connection refused' },
      { status: 'READY', error: null },
    ])
    expect(audits).toHaveLength(2)
  })

  test('the loser of a race has an audit that says so', async () => {
    const t = open()
    await t.call('c1', async () => {
      await t.call('c1', found('c1', ['winner#chunk-1']))
      return found('c1', ['loser#chunk-1'])
    })
    const won = (await auditsOf(t)).map((audit) => JSON.parse(audit.text).won)
    expect(won.sort()).toEqual([false, true])
  })

  test('an audit that cannot be written does not fail the call, and the whole record is handed over', async () => {
    const t = open()
    await t.call('c0', found('c0', []))
    t.commands.hooks.before = (name) => {
      // The second put of a call is its audit.
      if (name === 'PutItemCommand' && t.commands.sent.filter((sent) => sent === name).length === 2) {
        throw new Error('audit table is full')
      }
    }
    t.commands.sent.length = 0
    const { record, harness } = await t.call('c1', withAudit({ scores: { 'd#chunk-1': 0.5 } }))
    expect(record.status).toBe('READY')
    expect(harness).toMatchObject({ gain: true, tool_calls_used: 2 })
    expect(t.auditFailures).toHaveLength(1)
    expect(t.auditFailures[0]).toMatchObject({
      runId: t.runId,
      item: { tool_call_id: 'c1', owner: 'alice', cut: false },
      error: expect.objectContaining({ message: 'audit table is full' }),
    })
    expect(JSON.parse(t.auditFailures[0]?.item.text ?? '')).toMatchObject({ scores: { 'd#chunk-1': 0.5 } })
    expect((await auditsOf(t)).map((audit) => audit.tool_call_id)).toEqual(['c0'])
  })

  test('a call that fails on its last write has its audit written all the same, before it says so', async () => {
    const t = open()
    const held = Promise.withResolvers<void>()
    const filling = Promise.withResolvers<void>()
    let ended = false
    const work = t
      .call('c1', async () => {
        const at = t.commands.sent.length
        t.commands.hooks.before = async (name, index) => {
          if (name === 'PutItemCommand' && index > at) await held.promise
          if (name !== 'UpdateItemCommand') return
          filling.resolve()
          throw new Error('the fill failed')
        }
        return found('c1', [])
      })
      .finally(() => {
        ended = true
      })
    const outcome = work.catch((error: unknown) => error)
    await filling.promise
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toBe(false)
    held.resolve()
    expect(await outcome).toMatchObject({ message: 'the fill failed' })
    t.commands.heal()
    expect(await auditsOf(t)).toHaveLength(1)
  })

  test.each([
    ['a circle', () => Object.assign({ loop: {} as unknown }, {})],
    ['a number that is no JSON', () => ({ big: 10n })],
  ])('an audit that does not serialise (%s) does not fail the call', async (_, make) => {
    const t = open()
    const audit: Record<string, unknown> = make()
    if ('loop' in audit) audit.loop = audit
    const { record } = await t.call('c1', withAudit(audit))
    expect(record.status).toBe('READY')
    const [kept] = await auditsOf(t)
    expect(kept && openAudit(kept)).toMatchObject({ status: 'READY', unserialisable: expect.any(String) })
  })

  test.each([
    ['exactly at the limit', 0, false],
    ['one byte over', 1, true],
  ])('an audit %s', async (_, over, cut) => {
    const t = open()
    const empty = Buffer.byteLength(JSON.stringify({ status: 'READY', won: true, error: null, text: '' }))
    await t.call('c1', withAudit({ text: 'x'.repeat(auditBytes - empty + over) }))
    const [audit] = await auditsOf(t)
    expect(audit?.cut).toBe(cut)
    expect(Buffer.byteLength(audit?.text ?? '')).toBe(auditBytes)
    expect(audit && openAudit(audit)).toMatchObject(cut ? { cut: true, text: expect.any(String) } : { status: 'READY' })
  })

  test('a cut audit ends between two characters, stays under 400 KB and can be read', async () => {
    const t = open()
    for (const [i, head] of ['', 'x', 'xx', 'xxx'].entries()) {
      await t.call(`c${i}`, { ...found(`c${i}`, [`d#chunk-${i}`]), audit: { text: head + '📁'.repeat(200_000) } })
    }
    const audits = await auditsOf(t)
    expect(audits).toHaveLength(4)
    for (const audit of audits) {
      expect(audit.cut).toBe(true)
      expect(Buffer.byteLength(audit.text)).toBeLessThanOrEqual(auditBytes)
      expect(Buffer.byteLength(audit.text)).toBeGreaterThan(auditBytes - 4)
      expect(audit.text.isWellFormed()).toBe(true)
      expect(audit.text).not.toContain('\ufffd')
      expect(openAudit(audit)).toEqual({
        attempt: audit.attempt,
        created_at: audit.created_at,
        cut: true,
        text: audit.text,
      })
    }
  })

  describe('an audit over its limit with a packed text', () => {
    const others = { scores: { 'd#chunk-1': 0.5 }, pack: { used_chars: 9 }, why: '故障\n"quoted"' }
    const bytesOf = (text: string) => Buffer.byteLength(text)
    const kept = async (audit: Readonly<Record<string, unknown>>) => {
      const t = open()
      await t.call('c1', withAudit(audit))
      const [item] = await auditsOf(t)
      return { item, shown: item === undefined ? {} : openAudit(item) }
    }

    test.each([
      ['a start that is a line of text', 'x'.repeat(200_000)],
      ['quotes and line breaks, which take two bytes each', '"\n\\'.repeat(50_000)],
      ['controls, which take six', '\u0001'.repeat(50_000)],
      ['characters of four bytes', '📁'.repeat(50_000)],
    ])('keeps all else and as much of it as there is room for: %s', async (_, packed_text) => {
      const { item, shown } = await kept({ packed_text, ...others })
      expect(item?.cut).toBe(true)
      expect(bytesOf(item?.text ?? '')).toBeLessThanOrEqual(auditBytes)
      expect(bytesOf(item?.text ?? '')).toBeGreaterThan(auditBytes - 16)
      expect(shown).toMatchObject({ cut: true, status: 'READY', ...others })
      const [whole, start] = [packed_text, String(shown.packed_text)]
      expect(start).toMatch(/\.\.\.$/)
      expect(whole.startsWith(start.slice(0, -3))).toBe(true)
    })

    test('loses all of it when the rest is over the limit, too', async () => {
      const { item } = await kept({ why: 'w'.repeat(70_000), packed_text: 'packed' })
      expect(item?.cut).toBe(true)
      expect(bytesOf(item?.text ?? '')).toBe(auditBytes)
      expect(item?.text).not.toContain('packed')
    })

    test('keeps it whole within the limit', async () => {
      const { item, shown } = await kept({ packed_text: 'x'.repeat(60_000) })
      expect(item?.cut).toBe(false)
      expect(shown).toMatchObject({ packed_text: 'x'.repeat(60_000) })
    })
  })
})
