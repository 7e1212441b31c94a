// What S3 does with a presigned form, done locally (spec 05, "Large files": size-limited, content-type-limited).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFormKey } from '../../../infra/local/form-key.ts'
import { type Gateway, startGateway } from '../../../infra/local/gateway.ts'
import { addUploadRoute, uploadPath } from '../../../infra/local/receive-upload.ts'
import { createDiskOriginals } from '../../../lib/documents/disk-originals.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { incomingKey, refOfIncomingKey } from '../../../lib/documents/original-key.ts'
import type { Originals, PresignedForm } from '../../../lib/documents/originals-port.ts'

describe('the local stand-in for a presigned POST', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receive-upload-'))
  const formKey = openFormKey(folder)
  const arrived: unknown[] = []
  const key = incomingKey(newDocumentRef())
  let gateway: Gateway
  let originals: Originals
  let form: PresignedForm
  let awaited = true

  beforeAll(async () => {
    gateway = await startGateway(
      0,
      async () => null,
      (app) =>
        addUploadRoute(app, {
          originals: { store: (...args) => originals.store(...args) },
          isAwaited: async (ref) => awaited && ref === refOfIncomingKey(key),
          formKey,
          onArrival: async (message) => void arrived.push(message),
        }),
    )
    originals = createDiskOriginals(join(folder, 'originals'), {
      url: gateway.url + uploadPath,
      key: formKey,
      maxBytes: 100,
    })
  })
  afterAll(async () => {
    await gateway.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    arrived.length = 0
    awaited = true
    form = await given()
  })

  const given = (expiresAt = Date.now() + 60_000) =>
    originals.presign(
      key,
      { filename: '手册.md', contentType: 'text/markdown' },
      { maxBytes: 104_857_600, now: Date.now(), expiresAt },
    )
  const post = async (fields: Readonly<Record<string, string>>, file: string | null = '# Text') => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    if (file !== null) body.set('file', new Blob([file], { type: 'application/x-anything' }), 'any.md')
    const reply = await fetch(form.url, { method: 'POST', body })
    return { status: reply.status, text: await reply.text() }
  }
  const refused = (reply: Awaited<ReturnType<typeof post>>, status: number, code: string) => {
    expect(reply).toEqual({ status, text: expect.stringContaining(`<Code>${code}</Code>`) })
    expect(arrived).toEqual([])
  }

  test('takes the form as it was given out, also after a restart, and tells of the file', async () => {
    expect(openFormKey(folder)).toBe(formKey)
    expect(await post(form.fields)).toEqual({ status: 204, text: '' })
    expect(Buffer.from((await originals.read(key))?.bytes ?? []).toString()).toBe('# Text')
    expect(arrived).toEqual([expect.objectContaining({ detail: { object: { key } } })])
  })

  test('takes it twice, as S3 does, as long as nobody has looked at the first file', async () => {
    expect((await post(form.fields)).status).toBe(204)
    expect((await post(form.fields)).status).toBe(204)
  })

  test.each([
    ['another content type', { 'Content-Type': 'text/html' }],
    ['another key', { key: incomingKey(newDocumentRef()) }],
    ['a key of another kind', { key: 'originals/x' }],
    ['another name', { 'x-amz-meta-filename': 'other.md' }],
    ['a later end', { expires_at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['a larger bound', { max_bytes: '104857600' }],
    ['a field more', { 'x-amz-meta-more': 'x' }],
    ['another signature', { signature: '0'.repeat(64) }],
  ])('refuses the form with %s', async (_, change) => {
    refused(await post({ ...form.fields, ...change }), 403, 'AccessDenied')
  })

  test.each(['key', 'Content-Type', 'max_bytes', 'expires_at', 'signature'])(
    'refuses the form without its %s',
    async (name) => {
      const { [name]: _, ...rest } = form.fields
      refused(await post(rest), 403, 'AccessDenied')
    },
  )

  test('refuses a form after its time', async () => {
    const { fields } = await given(Date.now() - 1)
    refused(await post(fields), 403, 'AccessDenied')
  })

  test('refuses a file for which nobody waits any more: the document has its file, or is withdrawn', async () => {
    await post(form.fields)
    arrived.length = 0
    awaited = false
    refused(await post(form.fields, '# Another text'), 403, 'AccessDenied')
    expect(Buffer.from((await originals.read(key))?.bytes ?? []).toString()).toBe('# Text')
  })

  test('refuses a file of no bytes, or of more than the bound, which is that of what takes the file in the end', async () => {
    expect(form.maxBytes).toBe(100)
    refused(await post(form.fields, ''), 400, 'EntityTooSmall')
    refused(await post(form.fields, 'x'.repeat(101)), 400, 'EntityTooLarge')
    expect((await post(form.fields, 'x'.repeat(100))).status).toBe(204)
  })

  test('refuses what is no form, or has no file', async () => {
    refused(await post(form.fields, null), 400, 'MalformedPOSTRequest')
    const reply = await fetch(form.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    refused({ status: reply.status, text: await reply.text() }, 400, 'MalformedPOSTRequest')
  })
})
