// The command itself, against the local stack as users start it, and against stacks that break one promise each.
import { execFile, spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSigner } from '../../../eval/live/sign-request.ts'
import { documentList } from '../../../lib/contract/document.ts'
import { type RunningMain, startMain } from '../../infra/local/start-main.ts'

const main = fileURLToPath(new URL('../../../eval/live/main.ts', import.meta.url))

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { ...process.env, ...environment } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out + err }),
    )
  })

/** What a stack that breaks a promise answers in the place of the real one; null: what the real one answers. */
type Broken = (request: { method: string; path: string }, body: string) => { status: number; body: string } | null

describe('the live acceptance', () => {
  let stack: RunningMain
  let folder: string
  const proxies: Server[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
    stack = await startMain({ DATA_DIR: folder, SAMPLES: 'off' })
  }, 60_000)
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) proxy.close()
    // A stack that does not withdraw cannot be left clean.
    for (const { document_ref } of documentList.parse(await documents()).documents) {
      await fetch(`${stack.url}/api/documents/${document_ref}`, { method: 'DELETE' })
    }
  })
  afterAll(async () => {
    await stack.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  const documents = async () => (await fetch(`${stack.url}/api/documents`)).json()

  /** The real stack, but for what `broken` says; it gets an upload when `uploadsFrom` has come. */
  const behind = async (broken: Broken, uploadsFrom: Promise<void> = Promise.resolve()): Promise<string> => {
    const proxy = createServer(async (request, reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = 'GET', url: path = '/' } = request
      const type = request.headers['content-type']
      const real = async () => {
        const answer = await fetch(`${stack.url}${path}`, {
          method,
          headers: type === undefined ? {} : { 'content-type': type },
          ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
        })
        return { status: answer.status, body: await answer.text(), type: answer.headers.get('content-type') ?? '' }
      }
      const early = broken({ method, path }, '')
      if (path === '/api/documents/upload') await uploadsFrom
      const answer: { status: number; body: string; type?: string } = early ?? (await real())
      const late = early === null ? broken({ method, path }, answer.body) : null
      const { status, body } = late ?? answer
      reply.writeHead(status, { 'content-type': answer.type ?? 'application/json' }).end(body)
    })
    proxies.push(proxy)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  }

  test('all promises hold on the local stack, and nothing is left behind', async () => {
    const { code, out } = await run(['--base-url', stack.url])
    expect(out).toContain('10 passed, 0 failed')
    expect(code).toBe(0)
    expect(await documents()).toMatchObject({ documents: [] })
  }, 60_000)

  test.each<[string, string, Broken]>([
    [
      'a guard that verifies anything',
      'a draft with an invented quote is rejected',
      ({ path }, body) =>
        path.endsWith('/evidence-guard') && body !== ''
          ? {
              status: 200,
              body: body.replace('"REJECT"', '"PASS"').replace(/"violations":\[.*?\],/, '"violations":[],'),
            }
          : null,
    ],
    [
      'a withdrawal that is not done',
      'a document that is withdrawn is no evidence',
      ({ method }) =>
        method === 'DELETE'
          ? { status: 200, body: '{"doc_id":"x","deleted":true,"withdrawn_from_evidence":true}' }
          : null,
    ],
    [
      'a replay that is another result',
      'the same call again gives the same result',
      ({ path }, body) =>
        path.endsWith('/lookup_knowledge') && body.includes('"replayed":true')
          ? { status: 200, body: body.replace('42 seconds', '43 seconds') }
          : null,
    ],
  ])(
    '%s is seen, by name',
    async (_, name, broken) => {
      const { code, out } = await run(['--base-url', await behind(broken), '--no-diagnosis'])
      expect(out).toMatch(new RegExp(`FAIL  ${name}`))
      expect(code).toBe(1)
    },
    60_000,
  )

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it while it waits, with nothing left behind, also when it comes twice, as under npm',
    async (signal) => {
      const { promise: waiting, resolve } = Promise.withResolvers<void>()
      const removals: string[] = []
      const url = await behind(({ method, path }, body) => {
        if (method === 'DELETE' && body === '') {
          removals.push(path)
          child.kill(signal)
        }
        if (method !== 'GET' || !path.startsWith('/api/documents/') || body === '') return null
        resolve()
        return { status: 200, body: JSON.stringify({ ...JSON.parse(body), doc_id: null, ingest_status: 'PENDING' }) }
      })
      const child = spawn(process.execPath, [main, '--base-url', url], { stdio: ['ignore', 'pipe', 'inherit'] })
      const out = text(child.stdout)
      const exit = once(child, 'exit')
      await waiting
      expect(await documents()).toMatchObject({ documents: [{ title: 'Acceptance check' }] })
      child.kill(signal)
      expect(await exit).toEqual([1, null])
      expect(await out).toMatch(/1 passed, 0 failed\nended by a signal\n$/)
      expect(removals).toHaveLength(1)
      expect(await documents()).toMatchObject({ documents: [] })
    },
    60_000,
  )

  test('a signal during the upload waits for what becomes of it, and takes that away', async () => {
    const { promise: sent, resolve } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const url = await behind(({ path }) => {
      if (path === '/api/documents/upload') resolve()
      return null
    }, released)
    const child = spawn(process.execPath, [main, '--base-url', url], { stdio: ['ignore', 'ignore', 'inherit'] })
    const exit = once(child, 'exit')
    await sent
    child.kill('SIGTERM')
    release()
    expect(await exit).toEqual([1, null])
    expect(await documents()).toMatchObject({ documents: [] })
  }, 60_000)

  test('an upload whose answer is lost leaves nothing behind', async () => {
    const url = await behind(({ path }, body) =>
      path === '/api/documents/upload' && body !== '' ? { status: 502, body: 'lost' } : null,
    )
    const { code, out } = await run(['--base-url', url, '--no-diagnosis'])
    expect(out).toMatch(/FAIL {2}a document that is uploaded is accepted/)
    expect(code).toBe(1)
    expect(await documents()).toMatchObject({ documents: [] })
  }, 60_000)

  test('a stack that is not there fails every check', async () => {
    const { code, out } = await run(['--base-url', 'http://127.0.0.1:9', '--no-diagnosis'])
    expect(out).toContain('0 passed, 9 failed')
    expect(code).toBe(1)
  })

  test.each([
    [[], '--base-url must be'],
    [['--base-url', 'ftp://x'], '--base-url must be'],
    [['--base-url', 'http://user:secret@127.0.0.1:9'], '--base-url must have no user info'],
    [['--base-url', 'http://user@127.0.0.1:9'], '--base-url must have no user info'],
    [['--base-url', 'http://127.0.0.1:9/?a=b'], '--base-url must have no user info, no query'],
    [['--base-url', 'http://127.0.0.1:9/#'], '--base-url must have no user info, no query and no fragment'],
    [['--base-url', 'http://127.0.0.1:9', '--auth', 'basic'], '--auth must be'],
    [['--base-url', 'http://127.0.0.1:9', '--auth', 'bearer'], 'EVIDENCE_CHAIN_TOKEN is not set'],
    [['--base-url', 'http://127.0.0.1:9', '--what'], '--what'],
  ])('wrong usage %j ends with 2', async (args, message) => {
    const { code, out } = await run(args, { EVIDENCE_CHAIN_TOKEN: '' })
    expect(out).toContain(message)
    expect(code).toBe(2)
  })
})

describe('a signed request', () => {
  const environment = { AWS_REGION: 'eu-central-1' }
  const request = {
    method: 'POST',
    url: new URL('https://api.example.com/api/runs/r%3A1?limit=1'),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"a":"ä"}'),
  }

  test('carries the signature that SigV4 defines (AWS General Reference, "Signature Version 4 signing process")', async () => {
    const headers = await openSigner('iam', environment)(request)
    const [, credential, signedHeaders = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? []
    const date = headers['x-amz-date'] ?? ''
    const scope = `${date.slice(0, 8)}/eu-central-1/execute-api/aws4_request`
    expect(credential).toBe(`${process.env.AWS_ACCESS_KEY_ID}/${scope}`)
    const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
    const all: Record<string, string> = { ...headers, host: 'api.example.com' }
    const canonical = [
      'POST',
      '/api/runs/r%253A1',
      'limit=1',
      ...signedHeaders.split(';').map((name) => `${name}:${all[name]}`),
      '',
      signedHeaders,
      sha256(request.body),
    ].join('\n')
    const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
    const key = [date.slice(0, 8), 'eu-central-1', 'execute-api', 'aws4_request'].reduce<string | Buffer>(
      hmac,
      `AWS4${process.env.AWS_SECRET_ACCESS_KEY}`,
    )
    expect(signature).toBe(hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex'))
  })

  test('needs a region, by name', () => {
    expect(() => openSigner('iam', {})).toThrow('AWS_REGION is not set')
  })
})
