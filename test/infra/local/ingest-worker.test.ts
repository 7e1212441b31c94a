import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type BatchReply,
  type IngestWorker,
  type SqsEvent,
  startIngestWorker,
} from '../../../infra/local/ingest-worker.ts'
import { createDiskIngestQueue, type DiskIngestQueue } from '../../../lib/documents/disk-ingest-queue.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { queueEvent } from '../../../lib/lambda/events.ts'

const message = () => ({ document_ref: newDocumentRef(), original_key: 'originals/x', round: 0 })
const done: BatchReply = { batchItemFailures: [] }

describe('the local ingest worker', () => {
  let folder = ''
  let queue: DiskIngestQueue
  let worker: IngestWorker | undefined
  let events: SqsEvent[] = []
  let sweeps = 0
  let errors: unknown[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'worker-'))
    queue = createDiskIngestQueue(folder, Date.now)
    events = []
    sweeps = 0
    errors = []
  })
  afterEach(async () => {
    await worker?.close()
    rmSync(folder, { recursive: true })
  })
  const begin = (reply: (event: SqsEvent) => Promise<BatchReply>, options: object = {}) => {
    worker = startIngestWorker({
      queue,
      invoke: (event) => {
        events.push(event)
        return reply(event)
      },
      sweep: async () => {
        sweeps += 1
      },
      now: Date.now,
      onError: (error) => errors.push(error),
      ...options,
    })
  }
  const failing = async ({ Records }: SqsEvent) => ({
    batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  })

  it('hands over a message as the SQS event that Lambda would get, once', async () => {
    begin(async () => done)
    const sent = message()
    await queue.send(sent, 0)
    await expect.poll(() => events.length).toBe(1)
    const [record] = queueEvent().parse(events[0]).Records
    expect(JSON.parse(record?.body ?? '')).toEqual(sent)
    await expect.poll(() => readdirSync(join(folder, 'taken'))).toEqual([])
    expect(await queue.nextDueAt()).toBeNull()
  })

  it('wakes when a message falls due', async () => {
    begin(async () => done)
    const sent = Date.now()
    await queue.send(message(), 0.3)
    await expect.poll(() => events.length, { timeout: 5000 }).toBe(1)
    expect(Date.now() - sent).toBeGreaterThanOrEqual(300)
  })

  it('sweeps when it starts, and again and again', async () => {
    begin(async () => done, { sweepEverySeconds: 0.05 })
    await expect.poll(() => sweeps).toBeGreaterThan(2)
  })

  it('brings back what an earlier worker had taken', async () => {
    await queue.send(message(), 0)
    await queue.take()
    begin(async () => done)
    await expect.poll(() => events.length).toBe(1)
    expect(events[0]?.Records[0]?.attributes.ApproximateReceiveCount).toBe('2')
  })

  it.each([
    ['says so', failing],
    ['throws', () => Promise.reject(new Error('broken'))],
  ])('delivers again what the handler failed on (it %s), ten times, and keeps it then', async (_, reply) => {
    begin(reply, { redeliverAfterSeconds: 0 })
    await queue.send(message(), 0)
    await expect.poll(() => readdirSync(folder).includes('dead'), { timeout: 5000 }).toBe(true)
    expect(events.map((e) => e.Records[0]?.attributes.ApproximateReceiveCount)).toEqual(
      Array.from({ length: 10 }, (_, i) => String(i + 1)),
    )
  })

  it('goes on with others while one takes its time', async () => {
    let answer = () => {}
    const slow = new Promise<BatchReply>((resolve) => {
      answer = () => resolve(done)
    })
    begin(async () => (events.length === 1 ? slow : done))
    await queue.send(message(), 0)
    await expect.poll(() => events.length).toBe(1)
    await queue.send(message(), 0)
    await queue.send(message(), 0)
    await expect.poll(() => events.length).toBe(3)
    answer()
  })

  it('outlasts a sweep that fails', async () => {
    let broken = true
    begin(async () => done, {
      sweep: async () => {
        if (broken) throw new Error('broken')
        sweeps += 1
      },
      sweepEverySeconds: 0.05,
    })
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    broken = false
    worker?.poke()
    await expect.poll(() => sweeps, { timeout: 5000 }).toBeGreaterThan(0)
  })

  it('takes nothing more once it is closed', async () => {
    begin(async () => done)
    await worker?.close()
    await queue.send(message(), 0)
    expect(await queue.nextDueAt()).not.toBeNull()
    expect(events).toEqual([])
  })
})
