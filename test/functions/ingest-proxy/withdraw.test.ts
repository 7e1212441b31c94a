import { beforeEach, describe, expect, inject, it } from 'vitest'
import type { IngestReply } from '../../../lib/contract/knowledge-api.ts'
import { contentRefOf, sha256Of } from '../../../lib/documents/document-ref.ts'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { dyingPorts } from './dying-ports.ts'
import { createWorld, docIdOf, fails, objectCreated, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Gateway timeouts'
const id = docIdOf('a.md', text)
const notFound = expect.objectContaining({ code: 'E_NOT_FOUND' })

let world: World
beforeEach(async () => {
  world = await createWorld(endpoint)
})

/** An ingest that reaches the service at once, and whose answer comes when `answer` is called. */
function slowIngest() {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  world.service.script = [
    async (document): Promise<IngestReply> => {
      const reply = world.works(document)
      await asked
      return reply
    },
    (document) => world.works(document),
  ]
  return { answer: () => answer(), begun: (n = 1) => expect.poll(() => world.service.calls.length).toBe(n) }
}

async function onlyRef(): Promise<string> {
  const { documents } = (await world.list()) as { documents: { document_ref: string }[] }
  return documents[0]?.document_ref ?? ''
}

async function isGone(ref: string, docId = id) {
  await expect(world.read(ref)).rejects.toEqual(notFound)
  await expect(world.read(docId)).rejects.toEqual(notFound)
  expect(await world.list()).toEqual({ documents: [], next_cursor: null })
  expect(world.kept.size).toBe(0)
  expect(await world.isEvidence(docId)).toBe(false)
}

describe('a withdrawal', () => {
  it.each(['doc_id', 'document_ref'] as const)('by %s takes record, original and evidence away', async (name) => {
    const { document } = await world.business('a.md', text)
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.withdraw(String(document[name]))).toEqual({
      status: 200,
      body: { doc_id: id, deleted: true, withdrawn_from_evidence: true },
    })
    await isGone(document.document_ref)
  })

  it('done twice is a 404 the second time', async () => {
    const { document } = await world.business('a.md', text)
    await world.withdraw(id)
    await expect(world.withdraw(id)).rejects.toEqual(notFound)
    await expect(world.withdraw(document.document_ref)).rejects.toEqual(notFound)
  })

  it('of what nobody knows is a 404, and withdraws nothing', async () => {
    world.service.holds.add('seeded-md-00000000')
    await expect(world.withdraw('seeded-md-00000000')).rejects.toEqual(notFound)
    await expect(world.withdraw('seeded-md-00000000', { force: 'false' })).rejects.toEqual(notFound)
    expect(await world.isEvidence('seeded-md-00000000')).toBe(true)
  })

  it('with a parameter that nobody knows is refused, and withdraws nothing', async () => {
    await world.business('a.md', text)
    await expect(world.withdraw(id, { forced: 'true' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'forced', message: expect.stringContaining('force') }],
    })
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('of a chunk is refused, and so is reading one: it says what the document is', async () => {
    await world.business('a.md', text)
    const refused = {
      code: 'E_VALIDATION',
      details: [{ path: '', message: 'names a chunk of a document; the document is what stands before the #' }],
    }
    await expect(world.withdraw(`${id}#chunk-0`)).rejects.toMatchObject(refused)
    await expect(world.withdraw(`${id}#chunk-0`, { force: 'true' })).rejects.toMatchObject(refused)
    await expect(world.read(`${id}#chunk-0`)).rejects.toMatchObject(refused)
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('by force takes an id away that only the service knows', async () => {
    world.service.holds.add('seeded-md-00000000')
    const answer = await world.withdraw('seeded-md-00000000', { force: 'true' })
    expect(answer.body).toEqual({ doc_id: 'seeded-md-00000000', deleted: true, withdrawn_from_evidence: true })
    expect(await world.isEvidence('seeded-md-00000000')).toBe(false)
  })

  it('by force of a document that is known takes the document away', async () => {
    const { document } = await world.business('a.md', text)
    await world.withdraw(id, { force: 'true' })
    await isGone(document.document_ref)
  })

  it.each(['yes', '', 'TRUE', '1'])('has no force %j', async (force) => {
    await expect(world.withdraw(id, { force })).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })

  it('does not expire: a rebuild that brings the old text back changes nothing', async () => {
    await world.business('a.md', text)
    await world.withdraw(id)
    world.setTime(world.now() + 10 * 365 * 86_400_000)
    world.service.holds.add(id)
    expect(await world.isEvidence(id)).toBe(false)
  })

  it('leaves every other document alone', async () => {
    await world.business('a.md', text)
    const other = await world.business('b.md', text)
    await world.withdraw(id)
    expect(await world.isEvidence(docIdOf('b.md', text))).toBe(true)
    expect(await world.read(other.document.document_ref)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('is lifted by an upload that is accepted after it', async () => {
    const first = await world.business('a.md', text)
    await world.withdraw(id)
    const second = await world.business('a.md', text)
    expect(second).toMatchObject({ status: 201, document: { doc_id: id, unchanged: false } })
    expect(second.document.uploaded_at > first.document.uploaded_at).toBe(true)
    expect(await world.isEvidence(id)).toBe(true)
    await world.withdraw(id)
    await isGone(second.document.document_ref)
  })

  it('is not lifted before that upload is ingested', async () => {
    await world.business('a.md', text)
    await world.withdraw(id)
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business('a.md', text)
    expect(await world.isEvidence(id)).toBe(false)
    await expect(world.read(id)).rejects.toEqual(notFound)
    world.service.script = []
    await world.letPass(31)
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('holds though its clock is behind that of the upload', async () => {
    const { document } = await world.business('a.md', text)
    world.setTime(world.now() - 5000)
    await world.withdraw(id)
    await isGone(document.document_ref)
  })

  it('at the very moment of an upload counts', async () => {
    const { document } = await world.business('a.md', text)
    await world.ports.marks.withdraw(id, Date.parse(document.uploaded_at))
    expect(await world.isEvidence(id)).toBe(false)
    await expect(world.read(document.document_ref)).rejects.toEqual(notFound)
  })

  it.each(['E_KNOWLEDGE_UNAVAILABLE', 'E_REBUILD_IN_PROGRESS'] as const)(
    'of a PENDING document (%s) by its ref ends its retries',
    async (code) => {
      world.service.script = [fails(code)]
      const ref = (await world.business('a.md', text)).document.document_ref
      expect(await world.withdraw(ref)).toMatchObject({ body: { doc_id: ref, deleted: true } })
      world.service.script = []
      await world.letPass(3600)
      await isGone(ref)
      expect(world.service.calls).toHaveLength(1)
    },
  )

  it('of a FAILED document by its ref takes it away', async () => {
    world.service.script = [fails('E_INGEST_REJECTED')]
    const ref = (await world.simple('a.md', text)).document.document_ref
    await world.withdraw(ref)
    await isGone(ref)
  })

  it('of a PENDING document holds when its ingest had reached the service unheard', async () => {
    world.service.script = [
      (document) => {
        world.works(document)
        return fails('E_KNOWLEDGE_TIMEOUT')()
      },
    ]
    const ref = (await world.business('a.md', text)).document.document_ref
    expect(world.service.holds.has(id)).toBe(true)
    await world.withdraw(ref)
    await isGone(ref)
    world.service.script = []
    await world.business('a.md', text)
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('during an ingest outlasts the answer that comes after it', async () => {
    const { answer, begun } = slowIngest()
    const upload = world.business('a.md', text).catch((fault: unknown) => fault)
    await begun()
    const [document] = ((await world.list()) as { documents: { document_ref: string }[] }).documents
    const ref = document?.document_ref ?? ''
    await world.withdraw(ref)
    await isGone(ref)
    answer()
    expect(await upload).toEqual(notFound)
    await isGone(ref)
    await world.letPass(3600)
    await isGone(ref)
  })

  it('during an ingest holds also where ids do not tell their content', async () => {
    const { answer, begun } = slowIngest()
    const [slow] = world.service.script
    world.service.script = [
      async (document, call) => {
        await slow?.(document, call)
        world.service.holds.add('engine-17')
        return { doc_id: 'engine-17', chunk_count: 1, unchanged: false }
      },
    ]
    const upload = world.business('a.md', text).catch((fault: unknown) => fault)
    await begun()
    await world.withdraw(await onlyRef())
    answer()
    expect(await upload).toEqual(notFound)
    expect(await world.isEvidence('engine-17')).toBe(false)
  })

  it('that died half way is not undone by the answer of an ingest', async () => {
    const { answer, begun } = slowIngest()
    const upload = world.business('a.md', text).catch((fault: unknown) => fault)
    await begun()
    const ref = await onlyRef()
    // Found and hidden; then the process died.
    const { ports } = dyingPorts(world.ports, 2)
    await expect(world.over(ports).withdraw(ref)).rejects.toThrow('dead')
    answer()
    expect(await upload).toEqual(notFound)
    await expect(world.read(ref)).rejects.toEqual(notFound)
    await world.letPass(600)
    await isGone(ref)
  })

  it('ends an ingest whose refusal comes late: it is not that of a new upload', async () => {
    let refuse = () => {}
    const asked = new Promise<void>((resolve) => {
      refuse = resolve
    })
    world.service.script = [
      async () => {
        await asked
        return fails('E_INGEST_REJECTED')()
      },
      fails('E_KNOWLEDGE_UNAVAILABLE'),
    ]
    const upload = world.simple('a.md', text).catch((fault: unknown) => fault)
    await expect.poll(() => world.service.calls.length).toBe(1)
    const ref = await onlyRef()
    await world.withdraw(ref)
    expect(await world.simple('a.md', text)).toMatchObject({ document: { ingest_status: 'PENDING' } })
    refuse()
    expect(await upload).toEqual(notFound)
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING' })
  })

  it('during an ingest does not hold against an upload that came after it', async () => {
    const { answer, begun } = slowIngest()
    const upload = world.business('a.md', text).catch((fault: unknown) => fault)
    await begun()
    const [document] = ((await world.list()) as { documents: { document_ref: string }[] }).documents
    await world.withdraw(document?.document_ref ?? '')
    const second = await world.business('a.md', text)
    expect(second.status).toBe(201)
    answer()
    await upload
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.read(id)).toEqual(second.document)
    expect(world.kept.size).toBe(1)
  })

  it('by force, of the id that a PENDING document is about to get, is not lifted by its late ingest', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    const ref = (await world.business('a.md', text)).document.document_ref
    await world.withdraw(id, { force: 'true' })
    world.service.script = []
    await world.letPass(31)
    await isGone(ref)
  })

  it('is lifted by an upload accepted after it, though the document was PENDING all the time', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business('a.md', text)
    await world.withdraw(id, { force: 'true' })
    await world.business('a.md', text)
    world.service.script = []
    await world.letPass(31)
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.read(id)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('is not undone by a delivery that was meant for the document before it', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    const ref = (await world.business('a.md', text)).document.document_ref
    const late = world.waiting.shift()?.message
    await world.withdraw(ref)
    world.service.script = []
    await world.deliver(late)
    await isGone(ref)
    expect(world.service.calls).toHaveLength(1)
  })

  it('and the delivery of an earlier life leaves a new upload alone', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    const ref = (await world.business('a.md', text)).document.document_ref
    const late = world.waiting.shift()?.message
    await world.withdraw(ref)
    await world.business('a.md', text)
    await world.deliver(late)
    expect(world.service.calls).toHaveLength(2)
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING' })
  })

  it('by many at once is done, and an upload at the same time leaves one whole state', async () => {
    await world.business('a.md', text)
    const outcomes = await Promise.allSettled([
      world.withdraw(id),
      world.withdraw(id),
      world.business('a.md', text),
      world.withdraw(id),
      world.business('a.md', text),
    ])
    expect(outcomes.some((o) => o.status === 'fulfilled')).toBe(true)
    await world.letPass(1200)
    const { documents } = (await world.list()) as { documents: { ingest_status: string }[] }
    expect(await world.isEvidence(id)).toBe(documents.length === 1)
    expect(world.kept.size).toBe(documents.length)
  })
})

describe('an upload that replaces a document', () => {
  const next = '# Gateway timeouts, second edition'
  const nextId = docIdOf('a.md', next)

  it('withdraws it once the new one is ingested', async () => {
    const old = await world.business('a.md', text)
    const { document } = await world.business('a.md', next, { replaces: id })
    expect(document).toMatchObject({ doc_id: nextId, ingest_status: 'INGESTED' })
    await expect(world.read(old.document.document_ref)).rejects.toEqual(notFound)
    expect(await world.isEvidence(id)).toBe(false)
    expect(await world.isEvidence(nextId)).toBe(true)
    expect(world.kept.size).toBe(1)
  })

  it('withdraws it by the simple route too, which says so when it is not known', async () => {
    await world.business('a.md', text)
    await expect(world.simple('a.md', next, { replaces: 'nobody' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'replaces' }],
    })
    expect(await world.simple('a.md', next, { replaces: id })).toMatchObject({
      status: 200,
      document: { doc_id: nextId, ingest_status: 'INGESTED' },
    })
    expect(await world.isEvidence(id)).toBe(false)
    expect(await world.isEvidence(nextId)).toBe(true)
  })

  describe('by a presigned form', () => {
    const presign = async (replaces: string) =>
      ((await world.presign({ filename: 'a.md', replaces })).body as { document_ref: string }).document_ref
    const arrive = async (ref: string, content: string) => {
      world.arrive(ref, content)
      await world.deliver(objectCreated(incomingKey(ref)))
    }

    it('withdraws it once the file has arrived and is ingested', async () => {
      await world.business('a.md', text)
      const ref = await presign(id)
      expect(await world.isEvidence(id)).toBe(true)
      world.service.script = [fails('E_REBUILD_IN_PROGRESS')]
      await arrive(ref, next)
      expect(await world.isEvidence(id)).toBe(true)
      world.service.script = []
      await world.letPass(31)
      expect(await world.read(ref)).toMatchObject({ doc_id: nextId, ingest_status: 'INGESTED' })
      expect(await world.isEvidence(id)).toBe(false)
      expect(await world.isEvidence(nextId)).toBe(true)
    })

    it('withdraws it also when the new content was here before', async () => {
      await world.business('a.md', text)
      await world.business('a.md', next)
      await arrive(await presign(id), next)
      expect(await world.isEvidence(id)).toBe(false)
      expect(await world.isEvidence(nextId)).toBe(true)
    })

    it('is ingested all the same when the old one was withdrawn meanwhile, and it gives way to one that is gone', async () => {
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      const old = (await world.business('old.md', text)).document.document_ref
      const ref = await presign(old)
      await world.withdraw(old)
      world.service.script = []
      await world.ports.documents.claim(contentRefOf('a.md', sha256Of(Buffer.from(next))), 'ref-gone')
      await arrive(ref, next)
      expect(await world.read(ref)).toMatchObject({ doc_id: nextId, ingest_status: 'INGESTED' })
    })

    it('must name a document that is known, or the form is not given out', async () => {
      await expect(world.presign({ filename: 'a.md', replaces: 'nobody' })).rejects.toMatchObject({
        code: 'E_VALIDATION',
        details: [{ path: 'replaces' }],
      })
      await expect(world.presign({ filename: 'a.md', replaces: 'a/b' })).rejects.toMatchObject({
        code: 'E_VALIDATION',
        details: [{ path: 'replaces' }],
      })
    })
  })

  it('leaves the old one as long as it is PENDING', async () => {
    await world.business('a.md', text)
    world.service.script = [fails('E_REBUILD_IN_PROGRESS')]
    await world.business('a.md', next, { replaces: id })
    expect(await world.isEvidence(id)).toBe(true)
    world.service.script = []
    await world.letPass(31)
    expect(await world.isEvidence(id)).toBe(false)
    expect(await world.isEvidence(nextId)).toBe(true)
  })

  it('leaves the old one when it is refused', async () => {
    await world.business('a.md', text)
    world.service.script = [fails('E_INGEST_REJECTED')]
    await expect(world.business('a.md', next, { replaces: id })).rejects.toMatchObject({ code: 'E_INGEST_REJECTED' })
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.read(id)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('must name a document that is known', async () => {
    await expect(world.business('a.md', next, { replaces: 'nobody' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'replaces' }],
    })
    expect(await world.list()).toMatchObject({ documents: [] })
  })

  it.each(['INGESTED', 'PENDING'] as const)('must name one also when the content is known and %s', async (status) => {
    if (status === 'PENDING') world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    const { document } = await world.simple('a.md', next)
    expect(document.ingest_status).toBe(status)
    await expect(world.business('a.md', next, { replaces: 'nobody' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'replaces' }],
    })
    expect(await world.read(document.document_ref)).toEqual(document)
  })

  it('of a FAILED upload is no order of a later one that names none', async () => {
    await world.business('a.md', text)
    world.service.script = [fails('E_INGEST_REJECTED')]
    await world.simple('a.md', next, { replaces: id })
    world.service.script = []
    expect(await world.business('a.md', next)).toMatchObject({ status: 201 })
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.isEvidence(nextId)).toBe(true)
  })

  it('of a FAILED upload is done by a later one that names it again', async () => {
    await world.business('a.md', text)
    world.service.script = [fails('E_INGEST_REJECTED')]
    await world.simple('a.md', next)
    world.service.script = []
    await world.business('a.md', next, { replaces: id })
    expect(await world.isEvidence(id)).toBe(false)
  })

  describe('that is itself replaced before it was ever INGESTED', () => {
    const last = '# Last'
    const lastId = docIdOf('a.md', last)
    /** A document that waits, or was refused, and was to replace another. */
    const waiting = async (content: string, replaces: string, code: Parameters<typeof fails>[0]) => {
      world.service.script = [fails(code)]
      const { document } = await world.simple('a.md', content, { replaces })
      world.service.script = []
      return document.document_ref
    }

    it.each(['E_KNOWLEDGE_UNAVAILABLE', 'E_INGEST_REJECTED'] as const)(
      'hands its order on: the oldest text is no evidence (%s)',
      async (code) => {
        await world.business('a.md', text)
        const middle = await waiting(next, id, code)
        const { document } = await world.business('a.md', last, { replaces: middle })
        expect(await world.isEvidence(id)).toBe(false)
        expect(await world.isEvidence(lastId)).toBe(true)
        expect(await world.list()).toMatchObject({ documents: [{ document_ref: document.document_ref }] })
        await world.letPass(3600)
        expect(await world.isEvidence(id)).toBe(false)
      },
    )

    it('hands on what was handed to it', async () => {
      await world.business('a.md', text)
      const second = await waiting(next, id, 'E_KNOWLEDGE_UNAVAILABLE')
      const third = await waiting('# Third', second, 'E_KNOWLEDGE_UNAVAILABLE')
      await world.business('a.md', last, { replaces: third })
      expect(await world.isEvidence(id)).toBe(false)
      expect(await world.list()).toMatchObject({ documents: [{ doc_id: lastId }] })
    })

    it('hands its order on though the process dies at any step', async () => {
      for (let step = 1; ; step += 1) {
        world = await createWorld(endpoint)
        await world.business('a.md', text)
        const middle = await waiting(next, id, 'E_KNOWLEDGE_UNAVAILABLE')
        world.waiting.length = 0
        const { ports, died } = dyingPorts(world.ports, step)
        await world
          .over(ports)
          .business('a.md', last, { replaces: middle })
          .catch(() => null)
        if (!died()) break
        await world.letPass(1200)
        // Where the last one was not accepted, the one in the middle does what it was told.
        expect(await world.isEvidence(id)).toBe(false)
        world.close()
      }
    })

    it('hands its order on, too, when it was ingested and its order was still to be done', async () => {
      await world.business('a.md', text)
      const marks = { ...world.ports.marks, withdraw: async () => fails('E_LEDGER_UNAVAILABLE')() }
      const half = world.over({ ...world.ports, marks })
      await expect(half.business('a.md', next, { replaces: id })).rejects.toMatchObject({
        code: 'E_LEDGER_UNAVAILABLE',
      })
      expect(await world.isEvidence(id)).toBe(true)
      await world.business('a.md', last, { replaces: nextId })
      expect(await world.isEvidence(id)).toBe(false)
      expect(await world.list()).toMatchObject({ documents: [{ doc_id: lastId }] })
    })

    it('ends where two were to replace each other', async () => {
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      const { document: a } = await world.simple('a.md', text)
      const b = await waiting(next, a.document_ref, 'E_KNOWLEDGE_UNAVAILABLE')
      await waiting(text, b, 'E_KNOWLEDGE_UNAVAILABLE')
      await world.business('a.md', last, { replaces: b })
      expect(await world.list()).toMatchObject({ documents: [{ doc_id: lastId }] })
    })

    it('hands nothing on when it is deleted', async () => {
      await world.business('a.md', text)
      const middle = await waiting(next, id, 'E_KNOWLEDGE_UNAVAILABLE')
      await world.withdraw(middle)
      await world.letPass(3600)
      expect(await world.isEvidence(id)).toBe(true)
    })
  })

  it('may be sent again: the old one is gone, and the answer is unchanged', async () => {
    await world.business('a.md', text)
    await world.business('a.md', next, { replaces: id })
    expect(await world.business('a.md', next, { replaces: id })).toMatchObject({
      status: 200,
      document: { unchanged: true },
    })
  })

  it('withdraws the old one also when the new content was here before', async () => {
    await world.business('a.md', text)
    await world.business('a.md', next)
    expect(await world.business('a.md', next, { replaces: id })).toMatchObject({
      status: 200,
      document: { unchanged: true },
    })
    expect(await world.isEvidence(id)).toBe(false)
    expect(await world.isEvidence(nextId)).toBe(true)
  })

  it('never withdraws itself', async () => {
    await world.business('a.md', text)
    expect(await world.business('a.md', text, { replaces: id })).toMatchObject({ document: { unchanged: true } })
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('is no replacement of itself by the ref of a presigned form that gave way to it', async () => {
    const { document } = await world.business('a.md', text)
    const { document_ref: alias } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
    world.arrive(alias, text)
    await world.deliver(objectCreated(incomingKey(alias)))
    const again = await world.business('a.md', text, { replaces: alias })
    expect(again).toEqual({ status: 200, document: { ...document, unchanged: true } })
    expect(await world.read(alias)).toEqual(document)
    expect(await world.isEvidence(id)).toBe(true)
    expect(world.kept.size).toBe(1)
  })

  it('is no replacement of itself by that ref when it was PENDING meanwhile', async () => {
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.business('a.md', text)
    const { document_ref: alias } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
    world.arrive(alias, text)
    await world.deliver(objectCreated(incomingKey(alias)))
    await world.business('a.md', text, { replaces: alias })
    world.service.script = []
    await world.letPass(31)
    expect(await world.read(alias)).toMatchObject({ doc_id: id, ingest_status: 'INGESTED' })
    expect(await world.isEvidence(id)).toBe(true)
  })

  it('does not withdraw an old one that was uploaded again since, when its own end comes late', async () => {
    const old = await world.business('a.md', text)
    let broken = true
    const marks = {
      ...world.ports.marks,
      withdraw: (docId: string, at: number) =>
        broken ? fails('E_LEDGER_UNAVAILABLE')() : world.ports.marks.withdraw(docId, at),
    }
    const half = world.over({ ...world.ports, marks })
    await expect(half.business('a.md', next, { replaces: id })).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
    broken = false
    expect((await world.business('a.md', text)).document.document_ref).toBe(old.document.document_ref)
    await world.letPass(1200)
    expect(await world.isEvidence(id)).toBe(true)
    expect(await world.isEvidence(nextId)).toBe(true)
    expect(await world.list()).toMatchObject({ documents: [{ doc_id: id }, { doc_id: nextId }] })
  })
})
