// A process may die between any two of its steps. Whatever was done by then, the sweep and the queue must bring the rest to
// an end: one document, with its original, and nothing half withdrawn.
import { describe, expect, inject, it } from 'vitest'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { dyingPorts } from './dying-ports.ts'
import { createWorld, docIdOf, fails, objectCreated, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Gateway timeouts'
const id = docIdOf('a.md', text)
const old = '# Gateway timeouts, first edition'
const oldId = docIdOf('a.md', old)
const mostSteps = 60

type Scenario = {
  readonly what: string
  readonly prepare?: (world: World) => Promise<unknown>
  /** What the process was doing when it died. */
  readonly work: (dying: ReturnType<World['over']>, world: World, prepared: unknown) => Promise<unknown>
  /** What the world does then: clients try again, queues deliver again. */
  readonly afterwards?: (world: World, prepared: unknown) => Promise<unknown>
  readonly check: (world: World, prepared: unknown) => Promise<void>
}

const listed = async (world: World) => ((await world.list()) as { documents: Record<string, unknown>[] }).documents

async function isIngestedOnce(world: World) {
  expect(await listed(world)).toMatchObject([{ ingest_status: 'INGESTED', doc_id: id, filename: 'a.md' }])
  expect([...world.kept.values()]).toMatchObject([{ bytes: Buffer.from(text) }])
  expect(await world.isEvidence(id)).toBe(true)
}

const scenarios: Scenario[] = [
  {
    what: 'an upload whose sender tries again',
    work: (dying) => dying.business('a.md', text),
    afterwards: (world) => world.business('a.md', text),
    check: isIngestedOnce,
  },
  {
    what: 'an upload whose sender never comes back',
    work: (dying) => dying.simple('a.md', text),
    check: async (world) => {
      const [document] = await listed(world)
      if (document?.ingest_status === 'INGESTED') return isIngestedOnce(world)
      // Before its original was stored it was not accepted; that it was tried is seen, unless nothing was recorded at all.
      expect(world.kept.size).toBe(0)
      expect(await listed(world)).toMatchObject(
        document === undefined ? [] : [{ ingest_status: 'FAILED', reason: expect.stringContaining('upload it again') }],
      )
    },
  },
  {
    what: 'an upload while the service is down',
    work: (dying, world) => {
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      return dying.business('a.md', text)
    },
    afterwards: async (world) => {
      world.service.script = []
      await world.business('a.md', text)
    },
    check: isIngestedOnce,
  },
  {
    what: 'a deferred ingest whose message is delivered again',
    prepare: async (world) => {
      world.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
      await world.business('a.md', text)
      world.service.script = []
      return world.waiting.shift()?.message
    },
    work: (dying, _, message) => dying.deliver(message),
    afterwards: (world, message) => world.deliver(message),
    check: isIngestedOnce,
  },
  {
    what: 'a deferred ingest whose message is lost',
    prepare: async (world) => {
      world.service.script = [fails('E_REBUILD_IN_PROGRESS')]
      await world.business('a.md', text)
      world.service.script = [fails('E_REBUILD_IN_PROGRESS'), world.works]
      return world.waiting.shift()?.message
    },
    work: (dying, _, message) => dying.deliver(message),
    check: isIngestedOnce,
  },
  {
    what: 'a sweep',
    prepare: async (world) => {
      world.service.script = [fails('E_REBUILD_IN_PROGRESS'), world.works]
      await world.business('a.md', text)
      world.waiting.length = 0
      world.setTime(world.now() + 200_000)
    },
    work: (dying) => dying.sweep(),
    check: isIngestedOnce,
  },
  {
    what: 'another try of a FAILED document',
    prepare: (world) => {
      world.service.script = [fails('E_INGEST_REJECTED'), world.works]
      return world.simple('a.md', text)
    },
    work: (dying) => dying.business('a.md', text),
    afterwards: (world) => world.business('a.md', text),
    check: isIngestedOnce,
  },
  {
    what: 'the arrival of a presigned upload',
    prepare: async (world) => {
      const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
      world.arrive(document_ref, text)
      return document_ref
    },
    work: (dying, _, ref) => dying.deliver(objectCreated(incomingKey(String(ref)))),
    afterwards: (world, ref) => world.deliver(objectCreated(incomingKey(String(ref)))),
    check: async (world, ref) => {
      await isIngestedOnce(world)
      expect(await world.read(String(ref))).toMatchObject({ document_ref: ref, ingest_status: 'INGESTED' })
      expect(await world.business('a.md', text)).toMatchObject({ status: 200, document: { document_ref: ref } })
    },
  },
  {
    what: 'the arrival of a presigned upload whose event is lost',
    prepare: async (world) => {
      const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
      world.arrive(document_ref, text)
      return document_ref
    },
    work: (dying, _, ref) => dying.deliver(objectCreated(incomingKey(String(ref)))),
    check: isIngestedOnce,
  },
  {
    what: 'the arrival of content that is known',
    prepare: async (world) => {
      await world.business('a.md', text)
      const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
      world.arrive(document_ref, text)
      return document_ref
    },
    work: (dying, _, ref) => dying.deliver(objectCreated(incomingKey(String(ref)))),
    afterwards: (world, ref) => world.deliver(objectCreated(incomingKey(String(ref)))),
    check: async (world, ref) => {
      await isIngestedOnce(world)
      expect(await world.read(String(ref))).toMatchObject({ doc_id: id })
    },
  },
  {
    what: 'an upload that replaces a document',
    prepare: (world) => world.business('a.md', old),
    work: (dying) => dying.business('a.md', text, { replaces: oldId }),
    afterwards: (world) => world.business('a.md', text, { replaces: oldId }),
    check: async (world) => {
      await isIngestedOnce(world)
      expect(await world.isEvidence(oldId)).toBe(false)
    },
  },
  {
    what: 'a withdrawal that is sent again',
    prepare: (world) => world.business('a.md', text),
    work: (dying) => dying.withdraw(id),
    afterwards: (world) => world.withdraw(id).catch(() => {}),
    check: async (world) => {
      expect(await listed(world)).toEqual([])
      expect(world.kept.size).toBe(0)
      expect(await world.isEvidence(id)).toBe(false)
    },
  },
  {
    what: 'a withdrawal that nobody sends again',
    prepare: (world) => world.business('a.md', text),
    work: (dying) => dying.withdraw(id),
    check: async (world) => {
      // All or nothing.
      if (await world.isEvidence(id)) return isIngestedOnce(world)
      expect(await listed(world)).toEqual([])
      expect(world.kept.size).toBe(0)
    },
  },
  {
    what: 'a withdrawal of one of two documents that the service knows as one',
    prepare: async (world) => {
      await world.business('a.md', text)
      return (await world.business('A.md', text)).document.document_ref
    },
    work: (dying, _, ref) => dying.withdraw(String(ref)),
    afterwards: (world, ref) => world.withdraw(String(ref)).catch(() => {}),
    check: isIngestedOnce,
  },
  {
    what: 'an upload that replaces the document of the same id',
    prepare: (world) => world.business('A.md', text),
    work: (dying) => dying.business('a.md', text, { replaces: id }),
    afterwards: (world) => world.business('a.md', text, { replaces: id }),
    check: isIngestedOnce,
  },
  {
    what: 'a withdrawal of an id of two documents, that nobody sends again',
    prepare: async (world) => {
      await world.business('a.md', text)
      await world.business('A.md', text)
    },
    work: (dying) => dying.withdraw(id),
    check: async (world) => {
      const documents = await listed(world)
      expect([0, 2]).toContain(documents.length)
      expect(world.kept.size).toBe(documents.length)
      expect(await world.isEvidence(id)).toBe(documents.length > 0)
    },
  },
  {
    what: 'a withdrawal of a PENDING document that had reached the service',
    prepare: async (world) => {
      world.service.script = [
        (document) => {
          world.works(document)
          return fails('E_KNOWLEDGE_TIMEOUT')()
        },
      ]
      const { document } = await world.business('a.md', text)
      world.service.script = []
      return document.document_ref
    },
    work: (dying, _, ref) => dying.withdraw(String(ref)),
    afterwards: (world, ref) => world.withdraw(String(ref)).catch(() => {}),
    check: async (world) => {
      expect(await listed(world)).toEqual([])
      expect(world.kept.size).toBe(0)
      expect(await world.isEvidence(id)).toBe(false)
    },
  },
  {
    what: 'a business upload that is refused',
    work: (dying, world) => {
      world.service.script = [fails('E_INGEST_REJECTED')]
      return dying.business('a.md', text)
    },
    check: async (world) => {
      const documents = await listed(world)
      expect(documents).toMatchObject(documents.length === 0 ? [] : [{ ingest_status: 'FAILED' }])
      expect(world.kept.size).toBeLessThanOrEqual(documents.length)
    },
  },
]

describe.each(scenarios)('when a process dies in the middle of $what', ({ prepare, work, afterwards, check }) => {
  it('after any of its steps, all comes to an end', async () => {
    let step = 1
    for (; step < mostSteps; step += 1) {
      const world = await createWorld(endpoint)
      const prepared = await prepare?.(world)
      const { ports, died } = dyingPorts(world.ports, step)
      await work(world.over(ports), world, prepared).catch(() => {})
      if (!died()) break
      await afterwards?.(world, prepared)
      await world.letPass(1300)
      await check(world, prepared)
      world.close()
    }
    expect(step).toBeGreaterThan(2)
    expect(step).toBeLessThan(mostSteps)
  })
})
