// No check says "ok" of a stack on which what it names is broken: each row breaks one thing, and one check, by name, must fail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptanceOf } from '../../../eval/live/acceptance.ts'
import { type Answer, type ApiClient, createApiClient } from '../../../eval/live/api-client.ts'
import { type RunningMain, startMain } from '../../infra/local/start-main.ts'

/** What a stack that breaks a promise makes of a good answer; null: nothing else. */
type Break = (request: { readonly method: string; readonly path: string }, text: string) => string | null

type Json = { [key: string]: Json } & { [index: number]: Json }
/** The answer with something in it changed. */
const changed = (text: string, change: (body: Json) => void): string => {
  const body: Json = JSON.parse(text)
  change(body)
  return JSON.stringify(body)
}
const set = (target: Json | undefined, values: object) => Object.assign(target ?? {}, values)

const isHealth = (path: string) => path.endsWith('/health')
const isLookup = (path: string) => path.endsWith('/lookup_knowledge')
const isGuard = (path: string) => path.endsWith('/evidence-guard')
const isDocument = (path: string) => path.startsWith('/api/documents/')
const isRun = (path: string) => /^\/api\/runs\/[^/]+$/.test(path)
const on =
  (matches: (path: string) => boolean, change: (body: Json) => void, method?: string): Break =>
  (request, text) =>
    matches(request.path) && (method ?? request.method) === request.method ? changed(text, change) : null

const up = 'its own parts are up, and so is the knowledge service'
const ingested = 'a document that is uploaded is accepted and ingested'
const found = 'a lookup finds it, as evidence'
const replayed = 'the same call again gives the same result, byte for byte'
const verified = 'a draft that quotes it is verified'
const rejected = 'a draft with an invented quote is rejected, and so is one with an invented document'
const readable = 'the run can be read, with its call and the audit of it, and as a page'
const diagnosed = 'a diagnosis ends with a report'
const withdrawn = 'a document that is withdrawn is no evidence from then on, and is gone from the list'
const kept = 'what was recorded before the withdrawal stays as it was'

const rows: [what: string, check: string, broken: () => Break][] = [
  [
    'the knowledge service is down',
    up,
    () => on(isHealth, (b) => set(b, { status: 'degraded', knowledge: { status: 'down', probes: {} } })),
  ],
  ['the stack is down', up, () => on(isHealth, (b) => set(b, { status: 'down' }))],
  ...['ledger', 'documents', 'originals'].map((part): (typeof rows)[number] => [
    `${part} does not answer`,
    up,
    () => on(isHealth, (b) => set(b[part], { ok: false })),
  ]),
  [
    'a document gets an id and is never ingested',
    ingested,
    () => on(isDocument, (b) => set(b, { ingest_status: 'PENDING' }), 'GET'),
  ],
  ['a document is ingested without text', ingested, () => on(isDocument, (b) => set(b, { chunk_count: 0 }), 'GET')],
  ['the ingest fails', ingested, () => on(isDocument, (b) => set(b, { ingest_status: 'FAILED', doc_id: null }), 'GET')],
  [
    'a lookup shows other texts',
    found,
    () => on(isLookup, (b) => set(b.result, { evidence: [], returned_count: 0, evidence_status: 'NO_EVIDENCE' })),
  ],
  [
    'a lookup shows it under another id',
    found,
    () => on(isLookup, (b) => set(b.result?.evidence?.[0], { document_id: 'other-md-00000000#chunk-1' })),
  ],
  [
    'a replay has other bytes, though the same JSON',
    replayed,
    () =>
      ({ path }, text) =>
        isLookup(path) && text.includes('"replayed":true') ? text.replace('"result":{', '"result": {') : null,
  ],
  ['a replay is searched for anew', replayed, () => on(isLookup, (b) => set(b.harness, { replayed: false }))],
  ['the guard rejects what is right', verified, () => on(isGuard, (b) => set(b, { verdict: 'REJECT' }))],
  ['the guard passes everything', rejected, () => on(isGuard, (b) => set(b, { verdict: 'PASS' }))],
  ['a run has lost its call', readable, () => on(isRun, (b) => set(b, { invocations: [] }), 'GET')],
  [
    'a run shows the call as another one',
    readable,
    () => on(isRun, (b) => set(b.invocations?.[0]?.result, { query: 'another' }), 'GET'),
  ],
  ['a run has lost its audits', readable, () => on(isRun, (b) => set(b.invocations?.[0], { audit: [] }), 'GET')],
  [
    'the page of a run is empty',
    readable,
    () =>
      ({ path }) =>
        path.endsWith('/report') ? '<html></html>' : null,
  ],
  [
    'a diagnosis ends without a report',
    diagnosed,
    () => on(isRun, (b) => String(b.state) !== 'RUNNING' && set(b, { state: 'FALLBACK', report: null }), 'GET'),
  ],
  [
    'a diagnosis is published unverified',
    diagnosed,
    () => on(isRun, (b) => String(b.state) === 'PUBLISHED' && set(b.report, { citations_verified: false }), 'GET'),
  ],
  [
    'a diagnosis answers another question',
    diagnosed,
    () => on(isRun, (b) => String(b.state) === 'PUBLISHED' && set(b.report, { question: 'Another one?' }), 'GET'),
  ],
  ['another document is withdrawn', withdrawn, () => on(isDocument, (b) => set(b, { doc_id: 'other' }), 'DELETE')],
  [
    'a withdrawn document is still on the list',
    withdrawn,
    () => {
      let list = ''
      return ({ path, method }, text) => {
        if (method === 'POST' && path === '/api/documents/upload')
          list = JSON.stringify({ documents: [JSON.parse(text)], next_cursor: null })
        return path.startsWith('/api/documents?') ? list : null
      }
    },
  ],
  [
    'a lookup still shows what is withdrawn',
    withdrawn,
    () => {
      let first = ''
      return ({ path }, text) => {
        if (!isLookup(path)) return null
        first ||= text
        return text.includes('"NO_EVIDENCE"') ? first : null
      }
    },
  ],
  [
    'a withdrawal changes what was recorded',
    kept,
    () => {
      let gone = false
      return ({ path, method }, text) => {
        gone ||= method === 'DELETE'
        return gone && isGuard(path) ? changed(text, (b) => set(b, { verdict: 'REJECT' })) : null
      }
    },
  ],
]

describe('the live acceptance', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  let stack: RunningMain
  beforeAll(async () => {
    stack = await startMain({ DATA_DIR: folder, SAMPLES: 'off' })
  }, 30_000)
  afterAll(async () => {
    await stack.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  /** The first check that fails on the stack as `broken` makes it look; the others rest on those before them. */
  const firstFailing = async (broken: Break, diagnosis: boolean): Promise<string | null> => {
    const real = createApiClient(stack.url, async ({ headers }) => ({ ...headers }))
    const through = (method: string, path: string, answer: Answer): Answer => ({
      ...answer,
      text: (answer.status < 300 ? broken({ method, path }, answer.text) : null) ?? answer.text,
    })
    const api: ApiClient = {
      get: async (path) => through('GET', path, await real.get(path)),
      post: async (path, body) => through('POST', path, await real.post(path, body)),
      upload: async (path, form) => through('POST', path, await real.upload(path, form)),
      remove: async (path) => through('DELETE', path, await real.remove(path)),
    }
    const { checks, cleanUp } = acceptanceOf(api, { diagnosis, timeoutMs: 3000, pollMs: 20 })
    try {
      for (const { name, run } of checks) {
        const problem = await run().catch((error: unknown) => error ?? name)
        if (problem !== undefined) return name
      }
      return null
    } finally {
      await cleanUp()
    }
  }

  test('finds nothing on a stack on which nothing is broken', async () => {
    expect(await firstFailing(() => null, true)).toBeNull()
  }, 20_000)

  test.each(rows)(
    'sees it when %s',
    async (_, check, broken) => {
      expect(await firstFailing(broken(), check === diagnosed)).toBe(check)
    },
    20_000,
  )
})
