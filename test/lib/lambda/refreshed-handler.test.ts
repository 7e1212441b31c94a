// Settings that an operator changes without a deploy: read at the start, read again when old, and never worse than before.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { environmentOf, readEnvironment } from '../../../lib/contract/settings.ts'
import { createRefreshedHandler } from '../../../lib/lambda/refreshed-handler.ts'
import { lambdaContext } from './events.ts'
import { recordedTelemetry } from './recorded-telemetry.ts'

const path = '/evidence-chain/prod'
const maxAgeMs = 300_000
const schema = environmentOf('PYRAG_BASE_URL', 'RETURN_N', 'LEDGER_TABLE')
const valid = { PYRAG_BASE_URL: 'https://rag.example', RETURN_N: '5' }

let time = 0
beforeEach(() => {
  time = 1_000_000
})

function open(first: Record<string, string> | Error = valid, environment: Record<string, string> = {}) {
  let store: Record<string, string> | Error | Promise<never> = first
  const read = vi.fn(async () => {
    const found = await store
    if (found instanceof Error) throw found
    return new Map(Object.entries(found))
  })
  const { telemetry, lines, measured } = recordedTelemetry()
  const create = vi.fn((given: Readonly<Record<string, string | undefined>>) => {
    const env = readEnvironment(schema, given)
    // As a function does that asks the service.
    if (env.PYRAG_BASE_URL === undefined) throw new Error('PYRAG_BASE_URL is not set')
    return async () => env.RETURN_N
  })
  const handler = createRefreshedHandler({
    create,
    names: ['PYRAG_BASE_URL', 'RETURN_N'],
    environment: { LEDGER_TABLE: 'ledger', ...environment },
    read,
    path,
    maxAgeMs,
    now: () => time,
    telemetry,
  })
  return {
    call: () => handler({}, lambdaContext()),
    read,
    create,
    lines,
    measured,
    set: (next: typeof store) => {
      store = next
    },
  }
}
const failed = [{ metric: 'SettingsRefreshFailures', value: 1, dimensions: {} }]

describe('the start', () => {
  test('reads before any call, once, and parameters win over the environment', async () => {
    const { call, read, create } = open({ ...valid, RETURN_N: '7' }, { RETURN_N: '3' })
    expect(read).toHaveBeenCalledTimes(1)
    expect(read).toHaveBeenCalledWith(path, expect.any(Number))
    expect(await Promise.all([call(), call()])).toEqual([7, 7])
    expect(read).toHaveBeenCalledTimes(1)
    expect(create).toHaveBeenCalledTimes(1)
  })

  test('takes from the environment and the defaults what is no parameter', async () => {
    expect(await open({}, { ...valid, RETURN_N: '3' }).call()).toBe(3)
    expect(await open({ PYRAG_BASE_URL: valid.PYRAG_BASE_URL }).call()).toBe(5)
  })

  test('ignores what lies under the path and is no parameter of this function', async () => {
    const { call, create } = open({ ...valid, LEDGER_TABLE: 'stolen', SOMETHING: 'else' })
    await call()
    expect(create.mock.calls[0]?.[0]).toEqual({ LEDGER_TABLE: 'ledger', ...valid })
  })

  test.each([
    ['that is missing', { RETURN_N: '5' }, 'PYRAG_BASE_URL is not set'],
    ['that is not valid', { ...valid, RETURN_N: 'many-secrets' }, 'RETURN_N must be a positive integer'],
  ])(
    'with a setting %s fails the call, names it and where it may be set, and tells no value',
    async (_, given, words) => {
      const { call, lines } = open(given)
      const trouble = String(await call().catch((error: unknown) => error))
      expect(trouble).toContain(words)
      expect(trouble).toContain(path)
      expect(trouble).not.toContain('secrets')
      expect(lines.at(-1)).toMatchObject({ code: 'START_FAILED', level: 'error' })
      expect(JSON.stringify(lines)).not.toContain('secrets')
    },
  )

  test('that failed is made once more by the call that needs it, for all calls at once', async () => {
    const { call, read, set } = open(new Error('frozen in the middle'))
    set(valid)
    expect(await Promise.all([call(), call(), call()])).toEqual([5, 5, 5])
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('that fails again fails that call, and the next one tries anew', async () => {
    const { call, set } = open(new Error('away'))
    await expect(call()).rejects.toThrow('away')
    set(valid)
    expect(await call()).toBe(5)
  })
})

describe('a refresh', () => {
  test('happens at the first call after the maximum age, and not before', async () => {
    const { call, read, set } = open()
    await call()
    set({ ...valid, RETURN_N: '9' })
    time += maxAgeMs - 1
    expect(await call()).toBe(5)
    expect(read).toHaveBeenCalledTimes(1)
    time += 1
    expect(await call()).toBe(9)
    expect(read).toHaveBeenCalledTimes(2)
    time += maxAgeMs - 1
    expect(await call()).toBe(9)
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('makes the handler anew when a parameter was changed, added or removed, and says which, not what', async () => {
    const { call, create, lines, set } = open({ PYRAG_BASE_URL: valid.PYRAG_BASE_URL }, { RETURN_N: '3' })
    expect(await call()).toBe(3)
    for (const [next, n] of [
      [{ ...valid, RETURN_N: '8' }, 8],
      [{ ...valid, RETURN_N: '9' }, 9],
      [{ PYRAG_BASE_URL: valid.PYRAG_BASE_URL }, 3],
    ] as const) {
      set(next)
      time += maxAgeMs
      expect(await call()).toBe(n)
    }
    expect(create).toHaveBeenCalledTimes(4)
    const changed = { level: 'info', code: 'SETTINGS_CHANGED', fields: { changed: ['RETURN_N'] } }
    expect(lines).toEqual([changed, changed, changed])
  })

  test('keeps the handler, with its connections, when nothing changed', async () => {
    const { call, create, lines, set } = open()
    await call()
    set({ ...valid, SOMETHING: 'else' })
    time += maxAgeMs
    await call()
    expect(create).toHaveBeenCalledTimes(1)
    expect(lines).toEqual([])
  })

  test('is made once for calls that come together, and all of them get what it brought', async () => {
    const { call, read, set } = open()
    await call()
    set({ ...valid, RETURN_N: '6' })
    time += maxAgeMs
    expect(await Promise.all([call(), call(), call()])).toEqual([6, 6, 6])
    expect(read).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['cannot be read', new Error('AccessDeniedException')],
    ['are not valid any more', { ...valid, RETURN_N: 'many-secrets' }],
    ['have lost the one that is required', {}],
  ])('whose parameters %s keeps the last good ones, counts it, and is tried again after 30 s', async (_, trouble) => {
    const { call, read, lines, measured, set } = open()
    await call()
    set(trouble)
    time += maxAgeMs
    expect(await call()).toBe(5)
    expect(lines).toMatchObject([{ level: 'warn', code: 'SETTINGS_REFRESH_FAILED' }])
    expect(JSON.stringify(lines)).not.toContain('secrets')
    expect(measured).toEqual(failed)
    time += 29_999
    expect(await call()).toBe(5)
    expect(read).toHaveBeenCalledTimes(2)
    set({ ...valid, RETURN_N: '2' })
    time += 1
    expect(await call()).toBe(2)
    expect(measured).toEqual(failed)
  })

  test('that fails again and again asks no more often than every 30 s, however many calls come', async () => {
    const { call, read, measured, set } = open()
    await call()
    set(new Error('away'))
    time += maxAgeMs
    for (let second = 0; second < 90; second += 1) {
      await Promise.all([call(), call()])
      time += 1000
    }
    expect(read).toHaveBeenCalledTimes(1 + 3)
    expect(measured).toHaveLength(3)
  })

  test('with an age below 30 s is tried again after that age', async () => {
    const { telemetry } = recordedTelemetry()
    const read = vi.fn(async (): Promise<Map<string, string>> => new Map(Object.entries(valid)))
    const handler = createRefreshedHandler({
      create: () => async () => 'answer',
      names: ['RETURN_N'],
      environment: {},
      read,
      path,
      maxAgeMs: 1000,
      now: () => time,
      telemetry,
    })
    await handler({}, lambdaContext())
    read.mockRejectedValue(new Error('away'))
    for (let i = 0; i < 2; i += 1) {
      time += 1000
      await handler({}, lambdaContext())
    }
    expect(read).toHaveBeenCalledTimes(3)
  })
})
