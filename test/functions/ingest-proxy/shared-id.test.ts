// The service makes ids of names and contents, and two names may make one id. Then each of the two is a document of its own.
import { beforeEach, describe, expect, inject, it } from 'vitest'
import type { DocumentView } from '../../../lib/contract/document.ts'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { createWorld, docIdOf, fails, objectCreated, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Queue of the pangolin'
const [one, two, three] = ['Pangolin Queue.md', 'pangolin-queue.md', 'PANGOLIN queue.md'] as const
const id = docIdOf(one, text)
const notFound = expect.objectContaining({ code: 'E_NOT_FOUND' })

let world: World
beforeEach(async () => {
  world = await createWorld(endpoint)
})

const refOf = ({ document }: { document: DocumentView }) => document.document_ref

async function bothUploaded(): Promise<[string, string]> {
  const refs: [string, string] = [refOf(await world.business(one, text)), refOf(await world.business(two, text))]
  expect(docIdOf(two, text)).toBe(id)
  return refs
}

/** Of the documents here, this one is left, and nothing of another. */
async function isAlone(ref: string) {
  expect(await world.list()).toMatchObject({
    documents: [{ document_ref: ref, ingest_status: 'INGESTED', doc_id: id }],
  })
  expect(await world.read(ref)).toMatchObject({ ingest_status: 'INGESTED' })
  expect(await world.read(id)).toMatchObject({ document_ref: ref })
  expect([...world.kept.keys()]).toEqual([expect.stringContaining(ref)])
  expect(await world.isEvidence(id)).toBe(true)
}

async function nothingIsLeft() {
  expect(await world.list()).toEqual({ documents: [], next_cursor: null })
  expect(world.kept.size).toBe(0)
  expect(await world.isEvidence(id)).toBe(false)
  await expect(world.read(id)).rejects.toEqual(notFound)
}

describe('of two documents with one id', () => {
  it('the newer one is given by the id, and both are listed', async () => {
    const [first, second] = await bothUploaded()
    expect(await world.read(id)).toMatchObject({ document_ref: second })
    expect(await world.list()).toMatchObject({ documents: [{ document_ref: second }, { document_ref: first }] })
  })

  it.each([
    ['older', 0],
    ['newer', 1],
  ] as const)('the %s one is withdrawn alone by its ref', async (_, which) => {
    const refs = await bothUploaded()
    expect(await world.withdraw(refs[which])).toMatchObject({ status: 200, body: { doc_id: id, deleted: true } })
    await isAlone(refs[1 - which] ?? '')
    await expect(world.read(refs[which])).rejects.toEqual(notFound)
    await expect(world.withdraw(refs[which])).rejects.toEqual(notFound)
    await world.withdraw(refs[1 - which] ?? '')
    await nothingIsLeft()
  })

  it('both are withdrawn by the id', async () => {
    const refs = await bothUploaded()
    await world.withdraw(id)
    await nothingIsLeft()
    for (const name of [id, ...refs]) await expect(world.withdraw(name)).rejects.toEqual(notFound)
    const again = await world.business(one, text)
    expect(again.status).toBe(201)
    await isAlone(refOf(again))
  })

  it('one that comes back is the only one that comes back', async () => {
    const [first, second] = await bothUploaded()
    await world.withdraw(first)
    await world.withdraw(second)
    await world.business(two, text)
    await isAlone(second)
  })

  it.each([
    ['answers', () => {}],
    ['is down at first', () => fails('E_KNOWLEDGE_UNAVAILABLE')],
  ] as const)('the newer one replaces the older one by its ref when the service %s', async (_, trouble) => {
    const first = refOf(await world.business(one, text))
    const script = trouble()
    world.service.script = script === undefined ? [] : [script, world.works]
    const second = await world.business(two, text, { replaces: first })
    expect(second.status).toBe(script === undefined ? 201 : 202)
    await world.letPass(31)
    await isAlone(refOf(second))
  })

  it('the newer one replaces the older one by their id', async () => {
    await world.business(one, text)
    await isAlone(refOf(await world.business(two, text, { replaces: id })))
  })

  it('a known one replaces the other by their id', async () => {
    const [first] = await bothUploaded()
    expect(await world.business(one, text, { replaces: id })).toMatchObject({
      status: 200,
      document: { unchanged: true },
    })
    await isAlone(first)
  })

  it('the later one stays when each replaces the other by their id, however late the earlier one is ingested', async () => {
    const third = refOf(await world.business(three, text))
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business(one, text, { replaces: id })
    world.service.script = []
    const later = refOf(await world.business(two, text, { replaces: id }))
    await expect(world.read(third)).rejects.toEqual(notFound)
    await world.letPass(31)
    const { documents } = (await world.list()) as { documents: DocumentView[] }
    expect(documents.map(({ document_ref }) => document_ref)).toContain(later)
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('both are replaced by their id, and one alone by its ref', async () => {
    const [first, second] = await bothUploaded()
    await world.business('next.md', '# Next', { replaces: first })
    expect(await world.isEvidence(id)).toBe(true)
    await world.business('last.md', '# Last', { replaces: id })
    expect(await world.isEvidence(id)).toBe(false)
    await expect(world.read(second)).rejects.toEqual(notFound)
    expect(world.kept.size).toBe(2)
  })

  it('the PENDING one becomes evidence though the other was withdrawn by its ref meanwhile', async () => {
    const first = refOf(await world.business(one, text))
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE'), world.works]
    const second = refOf(await world.business(two, text))
    await world.withdraw(first)
    expect(await world.isEvidence(id)).toBe(false)
    await world.letPass(31)
    await isAlone(second)
  })

  it('the PENDING one goes too when the id was withdrawn meanwhile', async () => {
    await world.business(one, text)
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE'), world.works]
    await world.business(two, text)
    await world.withdraw(id)
    await world.letPass(31)
    await nothingIsLeft()
  })

  it('one whose ingest is answered after its withdrawal takes nothing from the other', async () => {
    const first = refOf(await world.business(one, text))
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    world.service.script = [
      async (document) => {
        await asked
        return world.works(document)
      },
    ]
    const upload = world.business(two, text).catch((fault: unknown) => fault)
    await expect.poll(() => world.service.calls.length).toBe(2)
    const { documents } = (await world.list()) as { documents: DocumentView[] }
    await world.withdraw(documents[0]?.document_ref ?? '')
    answer()
    expect(await upload).toEqual(notFound)
    await isAlone(first)
  })

  it('one that comes by one presigned form after another leaves no more in the mark than one upload', async () => {
    const first = refOf(await world.business(one, text))
    for (let n = 0; n < 3; n += 1) {
      const { document_ref } = (await world.presign({ filename: two })).body as { document_ref: string }
      world.arrive(document_ref, text)
      await world.deliver(objectCreated(incomingKey(document_ref)))
      expect(await world.read(id)).toMatchObject({ document_ref })
      await world.withdraw(document_ref)
    }
    await isAlone(first)
    expect((await world.ports.marks.read(id))?.held.size).toBe(2)
  })

  it('a refused one takes nothing from the other', async () => {
    const first = refOf(await world.business(one, text))
    world.service.script = [fails('E_INGEST_REJECTED')]
    await expect(world.business(two, text, { replaces: first })).rejects.toMatchObject({ code: 'E_INGEST_REJECTED' })
    await isAlone(first)
  })

  it('whatever is uploaded and withdrawn at once, the id is evidence exactly while a document holds it', async () => {
    const [first, second] = await bothUploaded()
    for (const works of [
      () => [world.withdraw(first), world.business(three, text), world.withdraw(second)],
      () => [world.business(one, text, { replaces: id }), world.withdraw(id), world.business(two, text)],
      () => [world.withdraw(id), world.withdraw(id), world.withdraw(first), world.business(two, text)],
    ]) {
      await Promise.allSettled(works())
      await world.letPass(1200)
      const { documents } = (await world.list()) as { documents: DocumentView[] }
      expect(await world.isEvidence(id)).toBe(documents.length > 0)
      expect(world.kept.size).toBe(documents.length)
    }
  })
})
