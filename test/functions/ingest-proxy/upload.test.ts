import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { sha256Of } from '../../../lib/documents/document-ref.ts'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { createWorld, docIdOf, fails, objectCreated, start, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Gateway timeouts'

describe('an upload', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(endpoint)
  })

  it('is ingested, and answered as the one document that it is everywhere', async () => {
    const fields = { category: 'gateway', fault_source: 'edge', title: '网关超时', tags: 'a, b ,,c' }
    const { status, document } = await world.business('网关 timeout.md', text, fields)
    expect(status).toBe(201)
    expect(document).toEqual({
      document_ref: expect.stringMatching(/^ref-[0-9a-f]{32}$/),
      doc_id: docIdOf('网关 timeout.md', text),
      filename: '网关 timeout.md',
      category: 'gateway',
      fault_source: 'edge',
      title: '网关超时',
      tags: ['a', 'b', 'c'],
      size_bytes: Buffer.byteLength(text),
      sha256: sha256Of(Buffer.from(text)),
      chunk_count: 3,
      ingest_status: 'INGESTED',
      reason: null,
      unchanged: false,
      uploaded_at: new Date(start + 1).toISOString(),
      updated_at: expect.any(String),
    })
    expect(await world.read(document.document_ref)).toEqual(document)
    expect(await world.read(String(document.doc_id))).toEqual(document)
    expect(await world.list()).toEqual({ documents: [document], next_cursor: null })
  })

  it('forwards name, bytes and category as they came, with the request id and at most 20 s of time', async () => {
    const bytes = Buffer.from([0, 13, 10, 128, 255])
    await world.business('A 天 B.pdf', bytes, { category: 'gateway' })
    expect(world.service.calls).toEqual([
      {
        document: { filename: 'A 天 B.pdf', bytes, category: 'gateway', kbScope: null },
        call: { requestId: 'request-1', deadline: start + 1 + 20_000 },
      },
    ])
    expect([...world.kept.values()]).toEqual([{ bytes, filename: 'A 天 B.pdf', storedAt: start + 1 }])
  })

  it('keeps enough of a short call back to record what came of it', async () => {
    const { business } = world.over(world.ports, { inlineTimeoutMs: 90_000, delaySeconds: 30, maxAgeSeconds: 86_400 })
    await business('a.md', text)
    expect(world.service.calls[0]?.call.deadline).toBe(start + 1 + 58_000)
  })

  it('has the category default unless it names another, blank or not', async () => {
    expect((await world.simple('a.md', text)).document.category).toBe('default')
    const blank = await world.business('b.md', text, { category: ' ', title: '', fault_source: '', tags: '' })
    expect(blank.document).toMatchObject({ category: 'default', title: null, fault_source: null, tags: [] })
  })

  it('tells the service whether anybody named its category, default or not', async () => {
    await world.simple('a.md', text)
    await world.simple('b.md', text, { category: ' ' })
    await world.simple('c.md', text, { category: 'default' })
    expect(world.service.calls.map(({ document }) => document.category)).toEqual([null, null, 'default'])
  })

  it('has the category that the document itself names, once the service says so, unless somebody else named one', async () => {
    world.service.script = [
      fails('E_REBUILD_IN_PROGRESS'),
      (document) => ({ ...world.works(document), category: 'own' }),
    ]
    const { document } = await world.simple('a.md', text)
    expect(document).toMatchObject({ ingest_status: 'PENDING', category: 'default' })
    await world.letPass(31)
    expect(await world.read(document.document_ref)).toMatchObject({ ingest_status: 'INGESTED', category: 'own' })
  })

  it('of the simple kind ignores nothing that the other kind takes', async () => {
    const fields = { category: 'x', fault_source: 'edge', title: 'T', tags: 'a,b' }
    const { status, document } = await world.simple('a.md', text, fields)
    expect(status).toBe(200)
    expect(document).toMatchObject({ ...fields, tags: ['a', 'b'], ingest_status: 'INGESTED' })
    await expect(world.simple('b.md', text, { title: 'x'.repeat(501) })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'title' }],
    })
  })

  it.each(['simple', 'business'] as const)(
    'of either kind refuses a field that nobody knows, by name (%s)',
    async (kind) => {
      await expect(world[kind]('a.md', text, { category: 'x', replace: 'a-1' })).rejects.toMatchObject({
        code: 'E_VALIDATION',
        details: [
          { path: 'replace', message: expect.stringContaining('category, fault_source, title, tags, replaces') },
        ],
      })
      expect(await world.list()).toEqual({ documents: [], next_cursor: null })
      expect(world.service.calls).toEqual([])
    },
  )

  it('never shows more of such a name than a name has', async () => {
    const fields = { [`x${'y'.repeat(500)}`]: '' }
    await expect(world.simple('a.md', text, fields)).rejects.toMatchObject({
      details: [{ path: `x${'y'.repeat(99)}` }],
    })
  })

  it.each(['business', 'simple'] as const)(
    'of the same content under the same name is unchanged (%s)',
    async (kind) => {
      const first = await world[kind]('a.md', text)
      const second = await world[kind]('a.md', text, { category: 'other' })
      expect(second).toEqual({ status: 200, document: { ...first.document, unchanged: true } })
      expect(await world.list()).toMatchObject({ documents: [{ document_ref: first.document.document_ref }] })
      expect(world.service.calls).toHaveLength(1)
    },
  )

  it('of the same content under another name is another document', async () => {
    const first = await world.business('a.md', text)
    const second = await world.business('b.md', text)
    expect(second.status).toBe(201)
    expect(second.document.document_ref).not.toBe(first.document.document_ref)
  })

  it('of another content under the same name is another document', async () => {
    await world.business('a.md', text)
    expect((await world.business('a.md', `${text}!`)).status).toBe(201)
    expect(await world.list()).toMatchObject({ documents: [{}, {}] })
  })

  it('that is made many times at once is one document', async () => {
    const uploads = await Promise.all(Array.from({ length: 8 }, () => world.business('a.md', text)))
    expect(new Set(uploads.map((u) => u.document.document_ref)).size).toBe(1)
    await world.letPass(120)
    const list = await world.list()
    expect(list).toMatchObject({ documents: [{ ingest_status: 'INGESTED' }] })
    expect(world.kept.size).toBe(1)
  })

  it.each([
    'E_REBUILD_IN_PROGRESS',
    'E_KNOWLEDGE_UNAVAILABLE',
    'E_KNOWLEDGE_TIMEOUT',
    'E_KNOWLEDGE_BAD_RESPONSE',
  ] as const)('is PENDING when the service answers %s, and says why', async (code) => {
    world.service.script = [fails(code)]
    const business = await world.business('a.md', text)
    expect(business).toMatchObject({
      status: 202,
      document: { doc_id: null, ingest_status: 'PENDING', reason: code, chunk_count: null },
    })
    expect(await world.simple('b.md', text)).toMatchObject({ status: 200, document: { ingest_status: 'PENDING' } })
    expect(world.kept.size).toBe(2)
    expect(world.waiting.map((w) => w.delaySeconds)).toEqual([30, 30])
    expect(await world.list()).toMatchObject({ documents: [{}, {}] })
  })

  it('is PENDING also when something breaks that nobody foresaw', async () => {
    world.service.script = [
      () => {
        throw new TypeError('http://secret@10.0.0.1/ broke')
      },
    ]
    expect((await world.business('a.md', text)).document).toMatchObject({
      ingest_status: 'PENDING',
      reason: 'E_INTERNAL',
    })
  })

  it('of a PENDING document again is unchanged, and does not wait for its turn', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business('a.md', text)
    world.service.script = []
    expect(await world.business('a.md', text)).toMatchObject({
      status: 200,
      document: { unchanged: true, ingest_status: 'PENDING' },
    })
    await world.letPass(1)
    expect(await world.list()).toMatchObject({ documents: [{ ingest_status: 'INGESTED' }] })
    await world.letPass(100)
    expect(world.service.calls).toHaveLength(2)
  })

  it('of a PENDING document again takes the place of the message that was waiting', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business('a.md', text)
    await world.business('a.md', text)
    const [old, current] = world.waiting.splice(0)
    await world.deliver(old?.message)
    expect(world.service.calls).toHaveLength(1)
    await world.deliver(current?.message)
    expect(world.service.calls).toHaveLength(2)
  })

  it.each([
    ['E_PAYLOAD_TOO_LARGE', 413],
    ['E_UNSUPPORTED_MEDIA_TYPE', 415],
    ['E_INGEST_REJECTED', 422],
  ] as const)('of the business kind that is refused for good (%s) says so and keeps nothing', async (code, status) => {
    world.service.script = [fails(code, 'E_VALIDATION')]
    await expect(world.business('a.pdf', text)).rejects.toMatchObject({
      code,
      status,
      details: [{ path: 'file', message: expect.stringContaining('E_VALIDATION') }],
    })
    expect(await world.list()).toEqual({ documents: [], next_cursor: null })
    expect(world.kept.size).toBe(0)
    expect(world.waiting).toEqual([])
  })

  it('of the simple kind that is refused for good keeps its original and says FAILED', async () => {
    world.service.script = [fails('E_INGEST_REJECTED', 'E_VALIDATION')]
    const { status, document } = await world.simple('a.pdf', text)
    expect(status).toBe(200)
    expect(document).toMatchObject({
      doc_id: null,
      ingest_status: 'FAILED',
      reason: 'E_INGEST_REJECTED (E_VALIDATION)',
      chunk_count: null,
    })
    expect(world.kept.size).toBe(1)
    expect(world.waiting).toEqual([])
    expect(await world.read(document.document_ref)).toEqual(document)
  })

  it.each(['business', 'simple', 'presigned'] as const)(
    'of the %s kind that is refused for good is told in the log, with what the service said',
    async (kind) => {
      const context = { serviceCode: 'E_BAD_FRONT_MATTER', serviceMessage: 'line 3 cannot be read' }
      world.service.script = [
        () => {
          throw new Fault('E_INGEST_REJECTED', { context })
        },
      ]
      if (kind === 'presigned') {
        const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
        world.arrive(document_ref, text)
        await world.deliver(objectCreated(incomingKey(document_ref)))
        await world.letPass(1)
      } else await world[kind]('a.md', text).catch(() => {})
      const told = world.lines.filter(({ code }) => code === 'INGEST_REFUSED')
      expect(told).toMatchObject([
        { level: 'warn', fields: { document_ref: expect.stringMatching(/^ref-/), code: 'E_INGEST_REJECTED', context } },
      ])
    },
  )

  it('never shows what the service calls its code unless it is one', async () => {
    world.service.script = [fails('E_INGEST_REJECTED', 'see http://10.0.0.1/?token=s3cret')]
    expect((await world.simple('a.pdf', text)).document.reason).toBe('E_INGEST_REJECTED')
    await expect(world.business('b.pdf', text)).rejects.toMatchObject({ details: undefined })
  })

  it('of a FAILED document tries again, with what this upload says of it', async () => {
    world.service.script = [fails('E_INGEST_REJECTED')]
    const failed = await world.simple('a.md', text, { category: 'wrong' })
    world.service.script = []
    const again = await world.business('a.md', text, { category: 'right', title: 'T' })
    expect(again).toMatchObject({
      status: 201,
      document: {
        document_ref: failed.document.document_ref,
        ingest_status: 'INGESTED',
        category: 'right',
        title: 'T',
        unchanged: false,
        reason: null,
      },
    })
    expect(world.kept.size).toBe(1)
  })

  it('of a FAILED document that is refused again leaves it FAILED', async () => {
    world.service.script = [fails('E_INGEST_REJECTED')]
    const failed = await world.simple('a.md', text)
    await expect(world.business('a.md', text)).rejects.toMatchObject({ code: 'E_INGEST_REJECTED' })
    expect(await world.read(failed.document.document_ref)).toMatchObject({ ingest_status: 'FAILED' })
  })

  it.each([
    ['a.exe', text, 'E_UNSUPPORTED_MEDIA_TYPE'],
    ['.md', text, 'E_UNSUPPORTED_MEDIA_TYPE'],
    ['\ufeff.md', text, 'E_UNSUPPORTED_MEDIA_TYPE'],
    ['a.md', '', 'E_VALIDATION'],
    ['a.md', Buffer.alloc(4_500_001), 'E_PAYLOAD_TOO_LARGE'],
  ])('that is no document leaves no trace (%s)', async (name, content, code) => {
    await expect(world.business(name, content)).rejects.toMatchObject({ code })
    expect(await world.list()).toEqual({ documents: [], next_cursor: null })
    expect(world.service.calls).toEqual([])
  })

  it.each([{ title: 'x'.repeat(501) }, { category: 'x'.repeat(501) }, { tags: 'x'.repeat(101) }, { replaces: 'a b' }])(
    'with a field that is not valid names the field (%o)',
    async (fields) => {
      await expect(world.business('a.md', text, fields)).rejects.toMatchObject({
        code: 'E_VALIDATION',
        details: [{ path: expect.stringContaining(Object.keys(fields)[0] ?? '') }],
      })
    },
  )

  it('that cannot be stored is refused and leaves no record', async () => {
    const broken = world.over({
      ...world.ports,
      originals: { ...world.ports.originals, store: fails('E_LEDGER_UNAVAILABLE') },
    })
    await expect(broken.simple('a.md', text)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
    expect(await world.list()).toEqual({ documents: [], next_cursor: null })
    expect((await world.business('a.md', text)).status).toBe(201)
  })

  it('outlasts a queue that takes nothing', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    const { business } = world.over({ ...world.ports, queue: { send: fails('E_LEDGER_UNAVAILABLE') } })
    expect((await business('a.md', text)).status).toBe(202)
    world.service.script = []
    await world.letPass(700)
    expect(await world.list()).toMatchObject({ documents: [{ ingest_status: 'INGESTED' }] })
  })
})

describe('the list of documents', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(endpoint)
    for (let n = 1; n <= 23; n += 1) await world.business(`${n}.md`, `${text} ${n}`)
  })
  afterAll(() => world.close())

  const pagesOf = async (limit?: string) => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page = (await world.list({ ...(limit && { limit }), ...(cursor !== null && { cursor }) })) as {
        documents: { filename: string }[]
        next_cursor: string | null
      }
      pages.push(page.documents.map((d) => d.filename))
      cursor = page.next_cursor
    } while (cursor !== null)
    return pages
  }
  const newestFirst = Array.from({ length: 23 }, (_, i) => `${23 - i}.md`)

  it('is newest first, 20 a page', async () => {
    expect(await pagesOf()).toEqual([newestFirst.slice(0, 20), newestFirst.slice(20)])
  })

  it('gives each document once, whatever the page', async () => {
    expect((await pagesOf('7')).flat()).toEqual(newestFirst)
    expect((await pagesOf('1')).flat()).toEqual(newestFirst)
  })

  it('refuses a parameter that nobody knows, by name', async () => {
    await expect(world.list({ limit: '5', catgory: 'db' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'catgory', message: expect.stringContaining('limit, cursor') }],
    })
  })

  it('ends with the last document, also where the page is full', async () => {
    expect(await pagesOf('23')).toEqual([newestFirst])
    expect(await pagesOf('100')).toEqual([newestFirst])
  })

  it.each(['0', '101', '-1', '1.5', 'ten', ''])('has no limit %j', async (limit) => {
    await expect(world.list({ limit })).rejects.toMatchObject({ code: 'E_VALIDATION', details: [{ path: 'limit' }] })
  })

  it.each([
    ['', 'empty'],
    ['%%%', 'no cursor at all'],
    [Buffer.from('ID#some-doc').toString('base64url'), 'a key of another item'],
    [Buffer.from('2026-01-01T00:00:00.000Z#ID#some-doc').toString('base64url'), 'a place with a key of another item'],
    [Buffer.from('{"pk":"REF#x"}').toString('base64url'), 'a raw key'],
  ])('refuses the cursor %j (%s)', async (cursor) => {
    await expect(world.list({ cursor })).rejects.toMatchObject({ code: 'E_VALIDATION', details: [{ path: 'cursor' }] })
  })
})

describe('a document', () => {
  it.each(['nobody', 'ref-00000000000000000000000000000000', '__proto__'])('named %s is not there', async (id) => {
    const world = await createWorld(endpoint)
    await expect(world.read(id)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })

  it.each(['', 'a b', 'x'.repeat(301), 'a#b'])('cannot be named %j', async (id) => {
    const world = await createWorld(endpoint)
    await expect(world.read(id)).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })
})
