import { beforeEach, describe, expect, inject, it } from 'vitest'
import { contentRefOf, newDocumentRef, sha256Of } from '../../../lib/documents/document-ref.ts'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { dyingPorts } from './dying-ports.ts'
import { createWorld, docIdOf, fails, objectCreated, start, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Gateway timeouts'
const day = 86_400
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()

let world: World
beforeEach(async () => {
  world = await createWorld(endpoint)
})

/** A document that waits, because the service answered its upload with `code`. */
async function pending(code: Parameters<typeof fails>[0] = 'E_KNOWLEDGE_UNAVAILABLE', name = 'a.md') {
  world.service.script = [fails(code)]
  return (await world.business(name, text)).document.document_ref
}

describe('a deferred ingest', () => {
  it('is done as soon as the service works again, and makes no second document', async () => {
    const ref = await pending()
    world.service.script = []
    await world.letPass(31)
    expect(await world.read(ref)).toMatchObject({
      ingest_status: 'INGESTED',
      doc_id: docIdOf('a.md', text),
      reason: null,
    })
    expect(await world.list()).toMatchObject({ documents: [{ document_ref: ref }] })
    expect(await world.isEvidence(docIdOf('a.md', text))).toBe(true)
    await world.letPass(3600)
    expect(world.service.calls).toHaveLength(2)
  })

  it('sends the bytes and the name that were uploaded', async () => {
    await pending('E_KNOWLEDGE_TIMEOUT', '故障 手册.md')
    world.service.script = []
    await world.letPass(31)
    expect(world.service.calls[1]?.document).toEqual({ ...world.service.calls[0]?.document, bytes: Buffer.from(text) })
  })

  it('begins with the delay of the configuration and doubles it', async () => {
    await pending()
    const delays: number[] = []
    for (let i = 0; i < 7; i += 1) {
      const next = world.waiting.shift()
      delays.push(next?.delaySeconds ?? -1)
      await world.deliver(next?.message)
    }
    expect(delays).toEqual([30, 60, 120, 240, 480, 900, 900])
  })

  it('is given up 24 h after acceptance, visibly and with the reason', async () => {
    const ref = await pending('E_KNOWLEDGE_TIMEOUT')
    await world.letPass(day - 60)
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING', reason: 'E_KNOWLEDGE_TIMEOUT' })
    await world.letPass(61)
    const failed = { ingest_status: 'FAILED', reason: 'E_KNOWLEDGE_TIMEOUT: given up after 86400 s' }
    expect(await world.read(ref)).toMatchObject(failed)
    expect(await world.list()).toMatchObject({ documents: [failed] })
    expect(world.kept.size).toBe(1)
    const calls = world.service.calls.length
    await world.letPass(3600)
    expect(world.service.calls).toHaveLength(calls)
    // Uploaded again, it begins anew.
    await world.business('a.md', text)
    expect(world.waiting.map((w) => w.delaySeconds)).toEqual([30])
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING' })
  })

  describe('whose trouble is ours', () => {
    const ledgerDown = fails('E_LEDGER_UNAVAILABLE')
    const givenUp = { ingest_status: 'FAILED', reason: 'E_LEDGER_UNAVAILABLE: given up after 86400 s' }

    it('is given up 24 h after acceptance too: its result cannot be recorded', async () => {
      const save: World['ports']['documents']['save'] = async (record) =>
        record.state === 'INGESTED' ? ledgerDown() : world.ports.documents.save(record)
      const broken = world.over({ ...world.ports, documents: { ...world.ports.documents, save } })
      const { status, document } = await broken.business('a.md', text)
      expect({ status, document }).toMatchObject({
        status: 202,
        document: { ingest_status: 'PENDING', reason: 'E_LEDGER_UNAVAILABLE' },
      })
      await broken.letPass(day - 60)
      expect(await world.read(document.document_ref)).toMatchObject({ ingest_status: 'PENDING' })
      await broken.letPass(61)
      expect(await world.read(document.document_ref)).toMatchObject(givenUp)
      // As often as for a service that is down: no message is left to be tried in between.
      expect(world.service.calls.length).toBeLessThan(110)
      expect(world.waiting).toEqual([])
    })

    it('is given up 24 h after acceptance too: its original cannot be read', async () => {
      const ref = await pending()
      const broken = world.over({
        ...world.ports,
        originals: { ...world.ports.originals, read: async () => ledgerDown() },
      })
      await broken.letPass(day - 60)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING', reason: 'E_LEDGER_UNAVAILABLE' })
      await broken.letPass(61)
      expect(await world.read(ref)).toMatchObject(givenUp)
    })

    it('is given up 24 h after its form expired when its file arrived and can never be taken up', async () => {
      const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
      world.arrive(document_ref, text)
      const broken = world.over({
        ...world.ports,
        originals: { ...world.ports.originals, read: async () => ledgerDown() },
      })
      const arrival = objectCreated(incomingKey(document_ref))
      await expect(broken.deliver(arrival)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
      world.setTime(start + (day + 900) * 1000)
      await expect(broken.deliver(arrival)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
      expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'PENDING' })
      world.setTime(start + (day + 901) * 1000)
      await broken.deliver(arrival)
      expect(await world.read(document_ref)).toMatchObject(givenUp)
      expect(await world.list()).toMatchObject({ documents: [{ document_ref, ...givenUp }] })
      await world.letPass(3600)
      await world.withdraw(document_ref)
      expect(world.kept.size).toBe(0)
    })

    it('is not given up with its arrival when its file was taken up all the same', async () => {
      const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
      world.setTime(start + (day + 901) * 1000)
      world.arrive(document_ref, text)
      const broken = world.over({
        ...world.ports,
        originals: { ...world.ports.originals, remove: async () => ledgerDown() },
      })
      const arrival = objectCreated(incomingKey(document_ref))
      await expect(broken.deliver(arrival)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
      expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'PENDING', reason: null })
      await world.letPass(1200)
      expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'INGESTED' })
    })

    it('stays with its message when nothing can be recorded at all', async () => {
      const ref = await pending()
      const [next] = world.waiting
      const broken = world.over({
        ...world.ports,
        documents: { ...world.ports.documents, save: async () => ledgerDown() },
      })
      await expect(broken.deliver(next?.message)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING', reason: 'E_KNOWLEDGE_UNAVAILABLE' })
    })
  })

  describe('around a rebuild', () => {
    const hour = 3600
    const oneHourRule = { inlineTimeoutMs: 20_000, delaySeconds: 120, maxAgeSeconds: hour }
    const begin = async (code: Parameters<typeof fails>[0]) => {
      const { business, letPass } = world.over(world.ports, oneHourRule)
      world.service.script = [fails(code)]
      return { ref: (await business('a.md', text)).document.document_ref, letPass }
    }

    it('outlasts it, however long: it uses up neither attempts nor age', async () => {
      const { ref, letPass } = await begin('E_REBUILD_IN_PROGRESS')
      await letPass(5 * hour)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING', reason: 'E_REBUILD_IN_PROGRESS' })
      expect(world.waiting.map((w) => w.delaySeconds)).toEqual([120])
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      await letPass(hour - 240)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING' })
      await letPass(480)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'FAILED' })
    })

    it('counts the time before and after it', async () => {
      const { ref, letPass } = await begin('E_KNOWLEDGE_UNAVAILABLE')
      await letPass(hour / 2)
      world.service.script = [fails('E_REBUILD_IN_PROGRESS')]
      await letPass(3 * hour)
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      await letPass(600)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'PENDING' })
      await letPass(hour / 2 + 600)
      expect(await world.read(ref)).toMatchObject({ ingest_status: 'FAILED' })
    })
  })

  it('that is too large for the service becomes FAILED, and says what to do', async () => {
    const ref = await pending()
    world.service.script = [fails('E_PAYLOAD_TOO_LARGE', 'E_PAYLOAD_TOO_LARGE')]
    await world.letPass(31)
    expect(await world.read(ref)).toMatchObject({
      ingest_status: 'FAILED',
      reason: 'E_PAYLOAD_TOO_LARGE: The knowledge service takes no document of this size; split it.',
    })
  })

  it('that is refused becomes FAILED, visibly', async () => {
    const ref = await pending()
    world.service.script = [fails('E_UNSUPPORTED_MEDIA_TYPE', 'E_UNSUPPORTED_MEDIA_TYPE')]
    await world.letPass(31)
    expect(await world.list()).toMatchObject({
      documents: [
        {
          document_ref: ref,
          ingest_status: 'FAILED',
          reason: 'E_UNSUPPORTED_MEDIA_TYPE: The knowledge service takes no document of this type.',
          updated_at: at(30.001),
        },
      ],
    })
    expect(world.kept.size).toBe(1)
    await world.letPass(3600)
    expect(world.service.calls).toHaveLength(2)
  })

  it('is not swept before it is due, though an index that lags says so', async () => {
    const ref = await pending()
    world.waiting.length = 0
    const documents = { ...world.ports.documents, due: async () => [ref, newDocumentRef()] }
    await world.over({ ...world.ports, documents }).sweep()
    expect(world.waiting).toEqual([])
    world.setTime(world.now() + 90_001)
    await world.over({ ...world.ports, documents }).sweep()
    expect(world.waiting).toMatchObject([{ message: { document_ref: ref }, delaySeconds: 0 }])
  })

  it('that is delivered twice is done once', async () => {
    await pending()
    world.service.script = []
    const message = world.waiting.shift()?.message
    await world.deliver(message)
    await world.deliver(message)
    await world.deliver(message)
    expect(world.service.calls).toHaveLength(2)
    expect(world.waiting).toEqual([])
  })

  it('that is delivered twice while the service is down asks the queue once', async () => {
    await pending()
    const message = world.waiting.shift()?.message
    world.service.script = [
      async () => {
        await expect.poll(() => world.service.calls.length).toBe(4)
        return fails('E_KNOWLEDGE_UNAVAILABLE')()
      },
    ]
    await Promise.all([world.deliver(message), world.deliver(message), world.deliver(message)])
    expect(world.waiting.map((w) => w.delaySeconds)).toEqual([60])
    await world.deliver(message)
    expect(world.waiting).toHaveLength(1)
  })

  it('whose success comes after it was given up is INGESTED', async () => {
    const ref = await pending()
    const message = world.waiting.shift()?.message
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    world.service.script = [
      async (document) => {
        await slow
        return world.works(document)
      },
      fails('E_INGEST_REJECTED'),
    ]
    const first = world.deliver(message)
    await expect.poll(() => world.service.calls.length).toBe(2)
    await world.deliver(message)
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'FAILED' })
    answer()
    await first
    expect(await world.read(ref)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['another message', JSON.stringify({ hello: 'world' })],
    ['a ref that is none', JSON.stringify({ document_ref: '../x', original_key: 'k', round: 0 })],
    ['an object that did not arrive by a form', JSON.stringify(objectCreated('originals/ref-1/2'))],
  ])('is refused when the message is %s, so that it ends with the dead letters', async (_, body) => {
    const { createDeferredIngest } = await import('../../../functions/ingest-proxy/deferred-ingest.ts')
    const deferred = createDeferredIngest(world.ports, { inlineTimeoutMs: 1, delaySeconds: 1, maxAgeSeconds: 1 })
    const errand = { requestId: 'r', deadline: start + 60_000 }
    await expect(deferred({ messageId: 'm', body, receiveCount: 1 }, errand)).rejects.toThrow()
  })
})

describe('a presigned upload', () => {
  const ask = async (body: object = {}) => {
    const answer = await world.presign({
      filename: '大文件.pdf',
      category: 'gateway',
      title: 'Big',
      tags: ['x'],
      ...body,
    })
    return answer.body as { document_ref: string; url: string; fields: Record<string, string>; expires_at: string }
  }

  it('gives a form for one file, with its limits', async () => {
    const answer = await world.presign({ filename: 'C:\\docs\\a.md' })
    expect(answer).toEqual({
      status: 201,
      body: {
        document_ref: expect.stringMatching(/^ref-[0-9a-f]{32}$/),
        url: 'https://bucket.example/',
        fields: { key: expect.stringMatching(/^incoming\/ref-[0-9a-f]{32}$/) },
        expires_at: new Date(start + 1 + 900_000).toISOString(),
        max_bytes: 104_857_600,
      },
    })
  })

  it.each([
    [{}, 'E_VALIDATION'],
    [{ filename: '' }, 'E_VALIDATION'],
    [{ filename: 'dir/' }, 'E_VALIDATION'],
    [{ filename: 'a\nb.md' }, 'E_VALIDATION'],
    [{ filename: 'a.exe' }, 'E_UNSUPPORTED_MEDIA_TYPE'],
    [{ filename: 'a.md', tags: [1] }, 'E_VALIDATION'],
    [null, 'E_VALIDATION'],
  ])('of %j is refused', async (body, code) => {
    await expect(world.presign(body)).rejects.toMatchObject({ code })
  })

  it.each(['.md', '\u2028.md', 'a.exe'])('is refused for a name of no type that is taken (%j)', async (filename) => {
    await expect(world.presign({ filename })).rejects.toMatchObject({ code: 'E_UNSUPPORTED_MEDIA_TYPE' })
  })

  it('refuses a field that nobody knows, by name', async () => {
    await expect(world.presign({ filename: 'a.md', replace: 'a-1' })).rejects.toMatchObject({
      code: 'E_VALIDATION',
      details: [{ path: 'replace', message: expect.stringContaining('replaces') }],
    })
    await expect(world.presign('a.md')).rejects.toMatchObject({ code: 'E_VALIDATION' })
    await expect(world.presign(null)).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })

  it('is on no list before its file is there, but can be asked for', async () => {
    const { document_ref } = await ask()
    expect(await world.list()).toEqual({ documents: [], next_cursor: null })
    expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'PENDING', doc_id: null, size_bytes: 0 })
  })

  it('is ingested by the event of its arrival, under the ref that was given out', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.read(document_ref)).toMatchObject({
      document_ref,
      filename: '大文件.pdf',
      category: 'gateway',
      title: 'Big',
      tags: ['x'],
      ingest_status: 'INGESTED',
      size_bytes: Buffer.byteLength(text),
      doc_id: docIdOf('大文件.pdf', text),
    })
    expect(await world.list()).toMatchObject({ documents: [{ document_ref }] })
    expect([...world.kept.keys()]).toEqual([expect.stringMatching(/^originals\//)])
  })

  it('is found by the sweep when the event is lost', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.letPass(1300)
    expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('waits for its file as long as the form holds', async () => {
    const { document_ref } = await ask()
    await world.deliver(objectCreated(incomingKey(document_ref)))
    await world.letPass(890)
    expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'PENDING' })
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('goes away when no file comes', async () => {
    const { document_ref } = await ask()
    await world.letPass(1300)
    await expect(world.read(document_ref)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })

  it('is retried like any other when the service is down', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE'), fails('E_KNOWLEDGE_UNAVAILABLE')]
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.list()).toMatchObject({ documents: [{ document_ref, ingest_status: 'PENDING' }] })
    world.service.script = []
    await world.letPass(31)
    expect(await world.read(document_ref)).toMatchObject({ ingest_status: 'INGESTED' })
  })

  it('that is posted a second time changes nothing', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    const before = await world.read(document_ref)
    world.arrive(document_ref, 'something else')
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.read(document_ref)).toEqual(before)
    expect([...world.kept.values()]).toMatchObject([{ bytes: Buffer.from(text) }])
    expect(world.lines).toContainEqual(
      expect.objectContaining({ code: 'ARRIVAL_DISCARDED', fields: { document_ref, state: 'INGESTED' } }),
    )
  })

  it('of content that is known under this name is that document', async () => {
    const known = (await world.business('大文件.pdf', text)).document
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.list()).toMatchObject({ documents: [{ document_ref: known.document_ref }] })
    expect(await world.read(document_ref)).toEqual(known)
    expect(world.kept.size).toBe(1)
    expect(world.service.calls).toHaveLength(1)
  })

  it('is known to an upload that brings the same content later', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.business('大文件.pdf', text)).toMatchObject({
      status: 200,
      document: { document_ref, unchanged: true },
    })
    await world.withdraw(document_ref)
    expect(await world.business('大文件.pdf', text)).toMatchObject({ status: 201, document: { unchanged: false } })
  })

  it('that is withdrawn after its file came, before anybody looked at it, keeps nothing', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.withdraw(document_ref)
    expect(world.kept.size).toBe(0)
    await world.letPass(1300)
    expect(world.service.calls).toEqual([])
  })

  it('leaves the name of its content free when it is withdrawn', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    await world.withdraw(document_ref)
    const [contentRef, other] = [contentRefOf('大文件.pdf', sha256Of(Buffer.from(text))), newDocumentRef()]
    expect(await world.ports.documents.claim(contentRef, other)).toBe(other)
  })

  it('that is posted again before it was looked at is what was posted last', async () => {
    const { document_ref } = await ask()
    world.arrive(document_ref, 'first')
    // Looked at, read, noted, claimed; then the process died.
    const { ports } = dyingPorts(world.ports, 4)
    await expect(world.over(ports).deliver(objectCreated(incomingKey(document_ref)))).rejects.toThrow('dead')
    world.arrive(document_ref, 'second')
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.read(document_ref)).toMatchObject({ doc_id: docIdOf('大文件.pdf', 'second') })
    expect(await world.business('大文件.pdf', 'second')).toMatchObject({ status: 200, document: { document_ref } })
    expect(await world.business('大文件.pdf', 'first')).toMatchObject({ status: 201, document: { unchanged: false } })
  })

  it('that was withdrawn before its file came keeps nothing', async () => {
    const { document_ref } = await ask()
    await world.withdraw(document_ref)
    world.arrive(document_ref, text)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(world.kept.size).toBe(0)
    expect(world.lines).toContainEqual(
      expect.objectContaining({ code: 'ARRIVAL_DISCARDED', fields: { document_ref, state: 'NONE' } }),
    )
    expect(world.service.calls).toEqual([])
    await expect(world.read(document_ref)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  })

  it('is accepted when its file arrives: a late event does not lift a withdrawal', async () => {
    const id = docIdOf('大文件.pdf', text)
    const { document_ref } = await ask()
    world.arrive(document_ref, text)
    await world.withdraw(id, { force: 'true' })
    world.setTime(world.now() + 60_000)
    await world.deliver(objectCreated(incomingKey(document_ref)))
    expect(await world.isEvidence(id)).toBe(false)
    await expect(world.read(document_ref)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
    expect(world.kept.size).toBe(0)
  })
})
