// The stack as it would be deployed, over HTTP: the template's routes lead to the template's functions, which are bundles with
// the template's environments, each in a process of its own.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { documentList, documentView, presignedUpload } from '../../../lib/contract/document.ts'
import { lookupAnswer, runView } from '../../../lib/contract/run.ts'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { type RunningAssembly, startAssembly } from './start-assembly.ts'
import { synthesisLimitMs, synthesizedAssembly } from './synthesized-assembly.ts'

const runbook =
  '# Cooling\n\nWhen the cooling pump stops, open the bypass valve within 90 s and call the plant operator.\n'
const question = 'What to do when the cooling pump stops?'

let stack: RunningAssembly
let document: z.infer<typeof documentView>
beforeAll(async () => {
  stack = await startAssembly(await synthesizedAssembly(), inject('databases')[0]?.endpoint ?? '')
  const reply = await send('POST', '/api/documents/upload', formOf('cooling.md', runbook))
  expect(reply.status).toBe(201)
  document = documentView.parse(reply.body)
}, synthesisLimitMs)
afterAll(() => stack.close())

const error = (code: string) => ({ error: { code } })

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const form = body instanceof FormData
  const reply = await fetch(stack.url + path, {
    method,
    headers: { ...(body !== undefined && !form && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  const json = reply.headers.get('content-type')?.startsWith('application/json')
  return { status: reply.status, headers: reply.headers, text, body: json ? (JSON.parse(text) as unknown) : null }
}

function formOf(name: string, content: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([content], { type: 'text/markdown' }), name)
  return form
}

const lookUp = (run: string, id = 'c1') =>
  send('POST', `/api/runs/${run}/tools/lookup_knowledge`, { tool_call_id: id, query: question })

describe('lookups', () => {
  test('find what was uploaded; the same call again gives the same bytes', async () => {
    const first = lookupAnswer.parse((await lookUp('lookups')).body)
    expect(first.result.evidence_status).toBe('EVIDENCE_FOUND')
    expect(first.result.evidence[0]?.excerpt).toContain('bypass valve')
    const again = lookupAnswer.parse((await lookUp('lookups')).body)
    expect(again.harness.replayed).toBe(true)
    expect(again.result).toEqual(first.result)
  })

  test('results of other tools are recorded beside them', async () => {
    const reply = await send('POST', '/api/runs/lookups/tool-invocations', {
      tool_call_id: 'logs-1',
      tool: 'logs',
      args: { service: 'pump' },
      items: [{ id: 'log-1', source: 'pump.log', excerpt: 'pump stopped' }],
    })
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('logs-1')])
  })

  test('a run belongs to its owner', async () => {
    await lookUp('owned')
    const reply = await send('GET', '/api/runs/owned', undefined, { 'x-local-principal': 'eve' })
    expect([reply.status, reply.body]).toMatchObject([403, error('E_RUN_FORBIDDEN')])
  })
})

describe('the guard', () => {
  const draftOf = (item: { document_id: string }, quote: string) => ({
    analysis: [
      {
        id: 'a1',
        kind: 'NORMAL',
        text: 'The valve must be opened.',
        tool_call_ids: ['c1'],
        document_ids: [item.document_id],
        quotes: [{ document_id: item.document_id, text: quote }],
      },
    ],
    conclusion: null,
    action_plan: [],
    limitations: ['One runbook.'],
  })

  test('passes what was seen and rejects what was not', async () => {
    const item = lookupAnswer.parse((await lookUp('guarded')).body).result.evidence[0] ?? { document_id: 'none' }
    const check = async (quote: string) =>
      guardVerdict.parse((await send('POST', '/api/runs/guarded/evidence-guard', draftOf(item, quote))).body)
    expect(await check('open the bypass valve within 90 s')).toMatchObject({ verdict: 'PASS', violations: [] })
    const rejected = await check('open the bypass valve within 60 s')
    expect(rejected.verdict).toBe('REJECT')
    expect(rejected.violations.map(({ code }) => code)).toEqual(['QUOTE_NOT_IN_EVIDENCE'])
  })
})

describe('a diagnosis', () => {
  test("runs through the template's state machine to a published report and its page", async () => {
    const started = await send('POST', '/api/runs', { run_id: 'd1', question })
    expect(started.status).toBe(202)
    await stack.idle()
    const run = runView.parse((await send('GET', '/api/runs/d1')).body)
    expect(run).toMatchObject({ state: 'PUBLISHED', question, report: { citations_verified: true } })
    expect(stack.asked).toContain('AWSStepFunctions.StartExecution')
    const page = await send('GET', '/api/runs/d1/report')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(page.text).toContain('bypass valve')
  })
})

describe('documents', () => {
  test('are listed and read', async () => {
    const list = documentList.parse((await send('GET', '/api/documents?limit=100')).body)
    expect(list.documents.map((each) => each.doc_id)).toContain(document.doc_id)
    expect(documentView.parse((await send('GET', `/api/documents/${document.doc_id}`)).body)).toEqual(document)
  })

  test('can be uploaded plainly, and are no evidence once withdrawn', async () => {
    const text = '# Quench\n\nThe quench tank of the annealing line must be drained before the burner is lit.\n'
    const uploaded = documentView.parse((await send('POST', '/api/upload', formOf('quench.md', text))).body)
    const query = 'quench tank annealing line burner'
    const find = async (run: string) =>
      lookupAnswer
        .parse((await send('POST', `/api/runs/${run}/tools/lookup_knowledge`, { tool_call_id: 'c1', query })).body)
        .result.evidence.map(({ document_id }) => document_id)
    expect(JSON.stringify(await find('before'))).toContain(uploaded.doc_id)
    const gone = await send('DELETE', `/api/documents/${uploaded.doc_id}`)
    expect([gone.status, gone.body]).toMatchObject([200, { deleted: true, withdrawn_from_evidence: true }])
    expect(JSON.stringify(await find('after'))).not.toContain(uploaded.doc_id)
  })

  test('a presigned form is given out for a large file', async () => {
    const reply = await send('POST', '/api/documents/uploads', { filename: 'large.md', category: 'gateway' })
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
    expect(presignedUpload.parse(reply.body).url).toContain(stack.url)
  })
})

describe('the knowledge service', () => {
  test('is rebuilt on confirmation, and its task can be asked after', async () => {
    const refused = await send('POST', '/api/knowledge/rebuild', {})
    expect([refused.status, refused.body]).toMatchObject([400, error('E_CONFIRM_REQUIRED')])
    const started = await send('POST', '/api/knowledge/rebuild', { confirm: 'REBUILD' })
    expect(started.status).toBe(202)
    const { task_id } = z.object({ task_id: z.string() }).parse(started.body)
    const task = await send('GET', `/api/knowledge/tasks/${task_id}`)
    expect([task.status, task.body]).toMatchObject([200, { task_id }])
  })

  test('health tells of all parts', async () => {
    const health = await send('GET', '/api/knowledge/health')
    expect(health.status).toBe(200)
  })
})

describe('every function', () => {
  test("starts from the template's environment and refuses what it does not understand", async () => {
    for (const { name } of stack.assembly.functions) {
      const refused = stack.invoke(name, { caller: 'test', operation: 'none' })
      await expect(refused, name).rejects.toMatchObject({ name: 'E_VALIDATION' })
    }
  })

  test('writes its log as JSON and its metrics under the name of the stage', async () => {
    await lookUp('observed')
    const lines = (await stack.outputOf('search-tool')).trim().split('\n')
    const written = lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
    expect(written).toContainEqual(expect.objectContaining({ event: 'ANSWERED', run_id: 'observed' }))
    expect(JSON.stringify(written.filter((line) => '_aws' in line))).toContain('"Namespace":"EvidenceChain/dev"')
  })
})

describe('the edges', () => {
  test('the API describes itself', async () => {
    expect((await send('GET', '/api/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
  })

  test('what matches no route gets our 404 from the function behind $default', async () => {
    const reply = await send('POST', '/api/nowhere', { a: 1 })
    expect([reply.status, reply.body]).toMatchObject([404, error('E_NOT_FOUND')])
    expect(await stack.outputOf('api-document')).toContain(String(reply.headers.get('x-request-id')))
  })

  test('a request without an identity is 401, at every function with routes', async () => {
    for (const { routeKey, function: name } of stack.assembly.routes.filter((r) => r.routeKey !== '$default')) {
      const [method, path] = routeKey.split(' ')
      const answer = await stack.invoke(name, {
        version: '2.0',
        routeKey,
        headers: {},
        requestContext: { http: { method, path } },
      })
      expect([routeKey, answer]).toMatchObject([routeKey, { statusCode: 401 }])
    }
  })
})
