// Documents on the local stack as users start it: what the API promises of a file is what the embedded service does with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { documentView, presignedUpload } from '../../../lib/contract/document.ts'
import { searchReply } from '../../../lib/contract/knowledge-api.ts'
import { type RunningMain, startMain } from './start-main.ts'

describe('documents on the local stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  let main: RunningMain
  beforeAll(async () => {
    main = await startMain({ DATA_DIR: folder, SAMPLES: 'off' })
  }, 30_000)
  afterAll(async () => {
    await main.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Of the embedded service, as it is printed for people. */
  const knowledgeUrl = () => /embedded, at (http:\/\/[\w.:]+)/.exec(main.lines.join('\n'))?.[1] ?? ''
  const send = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return (await fetch(main.url + path, init)).json()
  }
  const presign = async (body: object) => presignedUpload.parse(await send('/api/documents/uploads', body))
  const post = async ({ url, fields }: z.infer<typeof presignedUpload>, file: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([file]), 'any')
    return (await fetch(url, { method: 'POST', body: form })).status
  }
  const read = async (id: string) => documentView.parse(await (await fetch(`${main.url}/api/documents/${id}`)).json())
  const settled = (id: string) =>
    vi.waitUntil(async () => {
      const document = await read(id)
      return document.ingest_status === 'PENDING' ? null : document
    }, 20_000)

  test('a presigned form offers no more than the embedded service takes: 8 MiB', async () => {
    const form = await presign({ filename: 'large.html' })
    expect(form.max_bytes).toBe(8_388_608)
    expect(await post(form, '.'.repeat(8_388_609))).toBe(400)
    const markup = `<p>zebra crossing</p>${'<!-- nothing -->'.repeat(10)}`
    const page = `${markup}<!--${' '.repeat(8_388_608 - markup.length - 7)}-->`
    expect(page).toHaveLength(8_388_608)
    expect(await post(form, page)).toBe(204)
    expect(await settled(form.document_ref)).toMatchObject({ ingest_status: 'INGESTED', size_bytes: 8_388_608 })
  }, 30_000)

  test('a text of which only a part could be indexed is FAILED, with what to do', async () => {
    const form = await presign({ filename: 'long.txt' })
    expect(await post(form, 'A sentence about zebras. '.repeat(200_000))).toBe(204)
    expect(await settled(form.document_ref)).toMatchObject({
      ingest_status: 'FAILED',
      doc_id: null,
      reason: 'E_PAYLOAD_TOO_LARGE: The knowledge service takes no document of this size; split it.',
    })
  }, 30_000)

  test('the category that is shown is the one that searches find it in, whoever named it', async () => {
    const text = '---\ncategory: own\n---\n# Okapi\n\nokapi'
    const upload = async (name: string, fields: Record<string, string>) => {
      const form = new FormData()
      form.set('file', new Blob([text]), name)
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      const reply = await fetch(`${main.url}/api/upload`, { method: 'POST', body: form })
      return documentView.parse(await reply.json()).category
    }
    expect(await upload('open.md', {})).toBe('own')
    expect(await upload('chosen.md', { category: 'default' })).toBe('default')
    const of = async (category: string) => {
      const body = JSON.stringify({ query: 'okapi', category })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${knowledgeUrl()}/api/v1/search`, { method: 'POST', body, headers })
      return searchReply.parse(await reply.json()).hits
    }
    expect(await of('own')).toMatchObject([{ source: 'open.md' }])
    expect(await of('default')).toMatchObject([{ source: 'chosen.md' }])
  })

  test('a form whose file was taken up is refused: a second file would only be thrown away', async () => {
    const form = await presign({ filename: 'once.md' })
    expect(await post(form, '# Once')).toBe(204)
    const first = await settled(form.document_ref)
    expect(await post(form, '# Twice')).toBe(403)
    expect(await read(form.document_ref)).toEqual(first)
  }, 30_000)

  test('a form of another content type than was given out is refused', async () => {
    const form = await presign({ filename: 'a.md' })
    expect(await post({ ...form, fields: { ...form.fields, 'Content-Type': 'text/html' } }, '# A')).toBe(403)
    expect(await read(form.document_ref)).toMatchObject({ ingest_status: 'PENDING' })
  })
})
