import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createParameterReader } from '../../../lib/aws/parameter-store.ts'
import { refuseWith, startParameterStore } from './parameter-store-server.ts'

const path = '/evidence-chain/prod'
const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`${path}/${name}`, `of ${name}`]))

let store: Awaited<ReturnType<typeof startParameterStore>>
beforeEach(async () => {
  store = await startParameterStore({})
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', store.endpoint)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await store.stop()
})

describe('reading parameters', () => {
  test('gives what lies directly under the path, by its name less the path, decrypted', async () => {
    store.set({ ...named(['RETURN_N']), [`${path}/deeper/KB_SCOPE`]: 'x', '/evidence-chain/prod-2/KB_SCOPE': 'y' })
    expect(await createParameterReader()(path, 5000)).toEqual(new Map([['RETURN_N', 'of RETURN_N']]))
    expect(store.requests).toEqual([
      { target: 'AmazonSSM.GetParametersByPath', body: { Path: path, WithDecryption: true, MaxResults: 10 } },
    ])
  })

  test('a path without parameters is an empty answer, not an error', async () => {
    expect(await createParameterReader()(path, 5000)).toEqual(new Map())
  })

  test.each([10, 11, 20, 35])('%d parameters come ten a page, and none is lost', async (count) => {
    const names = Array.from({ length: count }, (_, i) => `N_${i}`)
    store.set(named(names))
    expect([...(await createParameterReader()(path, 5000)).keys()].sort()).toEqual([...names].sort())
    expect(store.requests).toHaveLength(Math.ceil(count / 10))
  })

  test('an empty page in the middle is followed', async () => {
    let pages = 0
    store.behave((_, response) => {
      pages += 1
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(
        pages === 1
          ? JSON.stringify({ Parameters: [], NextToken: 'more' })
          : JSON.stringify({ Parameters: [{ Name: `${path}/RETURN_N`, Value: '4' }] }),
      )
    })
    expect(await createParameterReader()(path, 5000)).toEqual(new Map([['RETURN_N', '4']]))
  })
})

describe('what goes wrong names the path and the kind of trouble, never a value', () => {
  const endless: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ Parameters: [{ Name: `${path}/A`, Value: 'secret' }], NextToken: 'again' }))
  }
  test.each<[string, RequestListener, RegExp]>([
    ['no permission', refuseWith('AccessDeniedException'), /under \/evidence-chain\/prod .*AccessDeniedException/],
    ['pages without an end', endless, /under \/evidence-chain\/prod /],
    ['no answer', () => {}, /under \/evidence-chain\/prod .*(AbortError|TimeoutError)/],
  ])('%s', async (_, behaviour, message) => {
    store.behave(behaviour)
    const started = Date.now()
    const trouble = await createParameterReader()(path, 800).catch((error: unknown) => error)
    expect(String(trouble)).toMatch(message)
    expect(String(trouble)).not.toContain('secret')
    expect(Date.now() - started).toBeLessThan(800 + 2000)
  })

  test('pages without an end are given up after 20 of them, whatever time there is', async () => {
    store.behave(endless)
    await expect(createParameterReader()(path, 25_000)).rejects.toThrow(path)
    expect(store.requests).toHaveLength(20)
  })

  test('a store that was away is read by the same reader once it is back', async () => {
    const read = createParameterReader()
    store.behave(refuseWith('AccessDeniedException'))
    await expect(read(path, 5000)).rejects.toThrow(path)
    store.behave(null)
    store.set(named(['RETURN_N']))
    expect((await read(path, 5000)).get('RETURN_N')).toBe('of RETURN_N')
  })
})
