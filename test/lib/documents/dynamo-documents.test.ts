import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTable } from '../../../infra/local/create-table.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import type { DocumentRecord } from '../../../lib/documents/document-record.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { createDynamoDocuments } from '../../../lib/documents/dynamo-documents.ts'
import { createDynamoMarks } from '../../../lib/documents/dynamo-marks.ts'
import { createWithdrawals } from '../../../lib/documents/withdrawals.ts'

const recordOf = (changes: Partial<DocumentRecord> = {}): DocumentRecord => ({
  document_ref: newDocumentRef(),
  version: 1,
  state: 'PENDING',
  filename: '故障 📁.md',
  category: 'default',
  fault_source: null,
  title: null,
  tags: ['a'],
  size_bytes: 1,
  sha256: 'ab'.repeat(32),
  original_key: 'originals/x',
  doc_id: null,
  chunk_count: null,
  reason: null,
  replaces: [],
  content_ref: null,
  accepted_at: 1000,
  give_up_at: 2000,
  rebuilding_since: null,
  round: 0,
  failures: 0,
  due_at: null,
  withdrawn_at: null,
  withdraws_id: false,
  uploaded_at: 1000,
  updated_at: 1000,
  ...changes,
})

describe.each(inject('databases'))('documents on $name', ({ endpoint }) => {
  const client = createDocumentClient(endpoint)
  const fresh = async () => {
    const table = `documents-${randomUUID()}`
    await createTable(client, table, documentsTable)
    return table
  }
  let table = ''
  beforeAll(async () => {
    table = await fresh()
  })
  afterAll(() => client.destroy())
  const store = () => createDynamoDocuments(client, table)
  const marks = () => createDynamoMarks(client, table)
  const soon = () => Date.now() + 5000
  const withdrawn = (...ids: string[]) => createWithdrawals({ client, table }).withdrawnAmong(ids, soon())

  it('are given back as they were written', async () => {
    const record = recordOf({ due_at: 5000, withdrawn_at: 6000 })
    expect(await store().create(record)).toBe(true)
    expect(await store().read(record.document_ref)).toEqual(record)
    expect(await store().read(newDocumentRef())).toBeNull()
  })

  it('are created once, also by many at once', async () => {
    const record = recordOf()
    const lives = Array.from({ length: 10 }, (_, n) => ({ ...record, original_key: `originals/${n}` }))
    const created = await Promise.all(lives.map((life) => store().create(life)))
    expect(created.filter(Boolean)).toHaveLength(1)
  })

  it('are saved from the version that was read, and by one of many', async () => {
    const record = recordOf()
    await store().create(record)
    const saved = await Promise.all(['a', 'b', 'c'].map((reason) => store().save({ ...record, reason })))
    const [winner, ...others] = saved.filter((s) => s !== null)
    expect(others).toEqual([])
    expect(winner?.version).toBe(2)
    expect(await store().read(record.document_ref)).toEqual(winner)
  })

  it('are erased from the version that was read, and not saved afterwards', async () => {
    const record = recordOf()
    await store().create(record)
    const saved = await store().save(record)
    expect(await store().erase(record)).toBe(false)
    expect(saved !== null && (await store().erase(saved))).toBe(true)
    expect(saved && (await store().save(saved))).toBeNull()
    expect(await store().read(record.document_ref)).toBeNull()
  })

  it('are found by the ref of their content too, once they claimed it', async () => {
    const [record, contentRef] = [recordOf(), newDocumentRef()]
    await store().create(record)
    expect(await store().claim(contentRef, record.document_ref)).toBe(record.document_ref)
    expect(await store().claim(contentRef, record.document_ref)).toBe(record.document_ref)
    expect(await store().read(contentRef)).toEqual(record)
    expect(await store().create(recordOf({ document_ref: contentRef }))).toBe(false)
    expect(await store().claim(contentRef, newDocumentRef())).toBe(record.document_ref)
    await store().release(contentRef, newDocumentRef())
    expect(await store().read(contentRef)).toEqual(record)
    await store().release(contentRef, record.document_ref)
    expect(await store().read(contentRef)).toBeNull()
  })

  it('cannot be kept out by an alias of a document that is gone', async () => {
    const record = recordOf()
    await store().claim(record.document_ref, newDocumentRef())
    expect(await store().read(record.document_ref)).toBeNull()
    expect(await store().create(record)).toBe(true)
    expect(await store().read(record.document_ref)).toEqual(record)
  })

  it('cannot lose their ref to a claim', async () => {
    const record = recordOf()
    await store().create(record)
    expect(await store().claim(record.document_ref, newDocumentRef())).toBe(record.document_ref)
    expect(await store().read(record.document_ref)).toEqual(record)
  })

  it('give way to another one, which is found in their place', async () => {
    const [record, other] = [recordOf(), recordOf()]
    await store().create(record)
    await store().create(other)
    expect(await store().giveWay({ ...record, version: 7 }, other.document_ref)).toBe(false)
    expect(await store().giveWay(record, other.document_ref)).toBe(true)
    expect(await store().read(record.document_ref)).toEqual(other)
    expect(await store().save(record)).toBeNull()
  })

  it('are listed newest first, page by page, those of one moment too; what is awaited or removed is not', async () => {
    const own = createDynamoDocuments(client, await fresh())
    const records = [3, 1, 2, 2, 2, 5, 4].map((n) => recordOf({ uploaded_at: n * 1000 }))
    for (const record of records) await own.create(record)
    await own.create(recordOf({ uploaded_at: 9000, state: 'AWAITING' }))
    await own.create(recordOf({ uploaded_at: 9000, state: 'REMOVED' }))
    const seen: DocumentRecord[] = []
    let after: string | null = null
    do {
      const page = await own.list(2, after)
      expect(page.documents.length).toBeLessThanOrEqual(2)
      seen.push(...page.documents)
      after = page.next
    } while (after !== null)
    expect(seen.map((r) => r.uploaded_at / 1000)).toEqual([5, 4, 3, 2, 2, 2, 1])
    expect(new Set(seen.map((r) => r.document_ref)).size).toBe(7)
  })

  it('are due by their time, the longest due first, until nothing is left to do', async () => {
    const own = createDynamoDocuments(client, await fresh())
    const [late, early, later, done] = [3000, 1000, 9000, null].map((due_at) => recordOf({ due_at }))
    for (const record of [late, early, later, done]) if (record) await own.create(record)
    expect(await own.due(3000, 10)).toEqual([early?.document_ref, late?.document_ref])
    expect(await own.due(2999, 10)).toEqual([early?.document_ref])
    expect(await own.due(9000, 1)).toEqual([early?.document_ref])
    if (early) await own.save({ ...early, due_at: null })
    expect(await own.due(3000, 10)).toEqual([late?.document_ref])
  })

  describe('the marks of ids', () => {
    it('say withdrawn from the withdrawal on, and no more after a later acceptance', async () => {
      const id = `doc-${randomUUID()}`
      expect(await withdrawn(id)).toEqual(new Set())
      await marks().accept(id, 'ref-1', 100)
      expect(await withdrawn(id)).toEqual(new Set())
      await marks().withdraw(id, 200)
      expect(await withdrawn(id)).toEqual(new Set([id]))
      await marks().accept(id, 'ref-1', 150)
      expect(await withdrawn(id)).toEqual(new Set([id]))
      await marks().accept(id, 'ref-1', 200)
      expect(await withdrawn(id)).toEqual(new Set([id]))
      expect((await marks().accept(id, 'ref-1', 201)).held).toEqual(new Map([['ref-1', 201]]))
      expect(await withdrawn(id)).toEqual(new Set())
      await marks().withdraw(id, 150)
      expect(await withdrawn(id)).toEqual(new Set())
    })

    it('say the same in whatever order they are written, and however often', async () => {
      const writes = [
        (id: string) => marks().accept(id, 'ref-1', 100),
        (id: string) => marks().withdraw(id, 200),
        (id: string) => marks().accept(id, 'ref-2', 300),
        (id: string) => marks().withdraw(id, 400),
      ]
      const orders = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [1, 3, 0, 2],
        [2, 0, 3, 1, 2, 0, 1, 3],
      ]
      for (const order of orders) {
        const id = `doc-${randomUUID()}`
        for (const n of order) await writes[n]?.(id)
        expect(await marks().read(id)).toEqual({
          withdrawn_at: 400,
          held: new Map([
            ['ref-1', 100],
            ['ref-2', 300],
          ]),
          let_go: new Map(),
        })
        expect(await withdrawn(id)).toEqual(new Set([id]))
      }
    })

    it('say withdrawn only when no document holds the id any more, in whatever order that is written', async () => {
      const writes = [
        (id: string) => marks().accept(id, 'ref-1', 300),
        (id: string) => marks().letGo(id, 'ref-1', 400),
        (id: string) => marks().accept(id, 'ref-2', 100),
      ]
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
        [2, 0, 1, 0],
      ]) {
        const id = `doc-${randomUUID()}`
        for (const n of order) await writes[n]?.(id)
        expect(await withdrawn(id)).toEqual(new Set())
        await marks().letGo(id, 'ref-2', 100)
        expect(await withdrawn(id)).toEqual(new Set([id]))
        await marks().accept(id, 'ref-1', 400)
        expect(await withdrawn(id)).toEqual(new Set([id]))
        await marks().accept(id, 'ref-1', 401)
        expect(await withdrawn(id)).toEqual(new Set())
        await marks().withdraw(id, 401)
        expect(await withdrawn(id)).toEqual(new Set([id]))
      }
    })

    it('say withdrawn of an id that was let go before anything held it', async () => {
      const id = `doc-${randomUUID()}`
      await marks().letGo(id, 'ref-1', 100)
      expect(await withdrawn(id)).toEqual(new Set([id]))
    })

    it('hold for content too, as long as nothing is known of the id itself', async () => {
      const [eight, other] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)]
      const id = `a-md-${eight}`
      await marks().withdrawContent(`${eight}${'0'.repeat(56)}`, 100)
      expect(await withdrawn(id, `a-md-${other}`, eight, `a-md-${eight}-md`)).toEqual(new Set([id]))
      await marks().accept(id, 'ref-1', 50)
      expect(await withdrawn(id)).toEqual(new Set())
    })

    it('are read for any number of ids at once', async () => {
      const ids = Array.from({ length: 150 }, () => `a-md-${randomUUID().slice(0, 8)}`)
      const [first, middle, last] = [ids[0] ?? '', ids[77] ?? '', ids[149] ?? '']
      for (const id of [first, middle, last]) await marks().withdraw(id, 1)
      expect(await withdrawn(...ids, first)).toEqual(new Set([first, middle, last]))
      expect([...(await marks().readMany(ids)).keys()]).toEqual([first, middle, last])
      expect(await withdrawn()).toEqual(new Set())
    })

    it('take ids that are longer than a key may be', async () => {
      const [id, other] = ['📁'.repeat(600), `${'📁'.repeat(599)}x`]
      await marks().withdraw(id, 1)
      expect(await withdrawn(id, other)).toEqual(new Set([id]))
    })
  })
})
