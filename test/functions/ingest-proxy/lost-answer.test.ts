// The table does what it was asked, its answer is lost, and the client asks again: then the condition of the write fails at the
// work of the first. Whoever takes that for another process's would stop half way.
import { describe, expect, inject, it } from 'vitest'
import { incomingKey } from '../../../lib/documents/original-key.ts'
import { createWorld, docIdOf, fails, objectCreated, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const text = '# Gateway timeouts'
const id = docIdOf('a.md', text)
const mostWrites = 30

/** Loses the answer of the `n`-th write from now on; gives whether there was one. */
function loseAnswer(world: World, n: number): () => boolean {
  let writes = 0
  world.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!/^(?:Put|Update|Delete)/.test(String(context.commandName))) return next(args)
      writes += 1
      if (writes === n) await next(args)
      return next(args)
    },
    { step: 'serialize', name: 'lostAnswer' },
  )
  return () => writes >= n
}

type Scenario = {
  readonly what: string
  readonly prepare?: (world: World) => Promise<unknown>
  readonly work: (world: World, prepared: unknown) => Promise<unknown>
  readonly expected: object | undefined
  readonly shown?: boolean
}

const upload = (world: World) => world.business('a.md', text)
const presign = async (world: World) => {
  const { document_ref } = (await world.presign({ filename: 'a.md' })).body as { document_ref: string }
  world.arrive(document_ref, text)
  return document_ref
}
const arrive = (world: World, ref: unknown) => world.deliver(objectCreated(incomingKey(String(ref))))
const ingested = { ingest_status: 'INGESTED', unchanged: false, doc_id: id }

const scenarios: Scenario[] = [
  { what: 'an upload', work: upload, expected: { status: 201, document: ingested } },
  {
    what: 'an upload of what was withdrawn',
    prepare: async (world) => {
      await upload(world)
      await world.withdraw(id)
    },
    work: upload,
    expected: { status: 201, document: ingested },
  },
  {
    what: 'another try of a FAILED document',
    prepare: async (world) => {
      world.service.script = [fails('E_INGEST_REJECTED'), world.works]
      await world.simple('a.md', text)
    },
    work: upload,
    expected: { status: 201, document: ingested },
  },
  {
    what: 'an upload in the place of a presigned one that is gone',
    prepare: async (world) => {
      await arrive(world, await presign(world))
      await world.withdraw(id)
    },
    work: upload,
    expected: { status: 201, document: ingested },
  },
  { what: 'the arrival of a presigned upload', prepare: presign, work: arrive, expected: undefined },
  {
    what: 'the arrival of a presigned upload of what FAILED',
    prepare: async (world) => {
      world.service.script = [fails('E_INGEST_REJECTED'), world.works]
      await world.simple('a.md', text)
      return presign(world)
    },
    work: arrive,
    expected: undefined,
  },
  {
    what: 'a withdrawal',
    prepare: upload,
    work: (world) => world.withdraw(id),
    expected: { status: 200, body: { doc_id: id, deleted: true } },
    shown: false,
  },
]

describe.each(scenarios)(
  'when an answer of the table is lost in $what',
  ({ prepare, work, expected, shown = true }) => {
    it('all goes on as if it had come', async () => {
      let n = 1
      for (; n < mostWrites; n += 1) {
        const world = await createWorld(endpoint)
        const prepared = await prepare?.(world)
        const lost = loseAnswer(world, n)
        const answer = await work(world, prepared)
        if (expected === undefined) expect(answer).toBeUndefined()
        else expect(answer).toMatchObject(expected)
        expect(await world.isEvidence(id)).toBe(shown)
        expect(await world.list()).toMatchObject({ documents: shown ? [{ ingest_status: 'INGESTED' }] : [] })
        expect(world.kept.size).toBe(shown ? 1 : 0)
        world.close()
        if (!lost()) break
      }
      expect(n).toBeGreaterThan(2)
      expect(n).toBeLessThan(mostWrites)
    })
  },
)
