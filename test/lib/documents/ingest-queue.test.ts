import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createDiskIngestQueue, type DiskIngestQueue } from '../../../lib/documents/disk-ingest-queue.ts'
import { newDocumentRef } from '../../../lib/documents/document-ref.ts'
import { openIngestQueue } from '../../../lib/documents/open-ingest-queue.ts'
import { createSqsIngestQueue } from '../../../lib/documents/sqs-ingest-queue.ts'

const messageOf = (round = 0) => ({ document_ref: newDocumentRef(), original_key: 'originals/x', round })

describe('a queue in a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'queue-'))
  afterAll(() => rmSync(root, { recursive: true }))
  let time = 0
  let folder = ''
  let queue: DiskIngestQueue
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'q-'))
    time = 1_000_000
    queue = createDiskIngestQueue(folder, () => time)
  })

  it('gives a message when it is due, and not before', async () => {
    const message = messageOf()
    await queue.send(message, 30)
    expect(await queue.nextDueAt()).toBe(1_030_000)
    time += 29_999
    expect(await queue.take()).toBeNull()
    time += 1
    const taken = await queue.take()
    expect(taken).toMatchObject({ receiveCount: 1 })
    expect(JSON.parse(taken?.body ?? '')).toEqual(message)
  })

  it('gives the message longest due first, each once', async () => {
    for (const [round, delay] of [
      [1, 20],
      [2, 10],
      [3, 30],
    ] as const)
      await queue.send(messageOf(round), delay)
    time += 60_000
    const rounds = [await queue.take(), await queue.take(), await queue.take()].map(
      (m) => JSON.parse(m?.body ?? '').round,
    )
    expect(rounds).toEqual([2, 1, 3])
    expect(await queue.take()).toBeNull()
    expect(await queue.nextDueAt()).toBeNull()
  })

  it('gives a message again that was put back, and counts', async () => {
    await queue.send(messageOf(), 0)
    const first = await queue.take()
    if (first) await queue.putBack(first, 5)
    expect(await queue.take()).toBeNull()
    time += 5000
    expect(await queue.take()).toEqual({ ...first, receiveCount: 2 })
  })

  it('gives a message again whose worker was killed', async () => {
    await queue.send(messageOf(), 0)
    const first = await queue.take()
    const next = createDiskIngestQueue(folder, () => time)
    expect(await next.take()).toBeNull()
    await next.recover()
    expect(await next.take()).toEqual({ ...first, receiveCount: 2 })
  })

  it('forgets what is done, and keeps what is given up', async () => {
    await queue.send(messageOf(1), 0)
    await queue.send(messageOf(2), 0)
    const [first, second] = [await queue.take(), await queue.take()]
    if (first) await queue.remove(first)
    if (second) await queue.bury(second)
    await queue.recover()
    expect(await queue.take()).toBeNull()
    expect(readdirSync(join(folder, 'dead'))).toHaveLength(1)
    expect(readdirSync(join(folder, 'taken'))).toEqual([])
  })

  it('does not look at half-written messages and other files', async () => {
    await queue.send(messageOf(), 600)
    writeFileSync(join(queue.waitingFolder, '000000000000000_0_x.json.0a.draft'), '{')
    writeFileSync(join(queue.waitingFolder, 'README'), '')
    expect(await queue.take()).toBeNull()
  })

  it('waits 15 min at most', async () => {
    await queue.send(messageOf(), 100_000)
    expect(await queue.nextDueAt()).toBe(time + 900_000)
  })

  it('is unavailable where its folder cannot be', async () => {
    writeFileSync(join(folder, 'file'), '')
    const broken = createDiskIngestQueue(join(folder, 'file'), () => time)
    await expect(broken.send(messageOf(), 0)).rejects.toMatchObject({ code: 'E_LEDGER_UNAVAILABLE' })
  })

  it('opens by its URL', async () => {
    await openIngestQueue(pathToFileURL(folder).href, () => time).send(messageOf(), 0)
    expect(await queue.take()).not.toBeNull()
  })
})

describe('a queue in SQS', () => {
  const url = 'https://sqs.eu-west-1.amazonaws.com/123456789012/ingest'

  it.each([
    [0, 0],
    [0.2, 1],
    [30, 30],
    [900, 900],
    [901, 900],
    [-1, 0],
  ])('holds a message back for %d s as %d', async (asked, delay) => {
    const sqs = mockClient(SQSClient)
    const message = messageOf()
    await createSqsIngestQueue(new SQSClient({}), url).send(message, asked)
    expect(sqs.commandCalls(SendMessageCommand).map((call) => call.args[0].input)).toEqual([
      { QueueUrl: url, MessageBody: JSON.stringify(message), DelaySeconds: delay },
    ])
    sqs.restore()
  })

  it('is unavailable when SQS is', async () => {
    const sqs = mockClient(SQSClient)
    sqs.rejects(new Error('no'))
    await expect(openIngestQueue(url, Date.now).send(messageOf(), 0)).rejects.toMatchObject({
      code: 'E_LEDGER_UNAVAILABLE',
    })
    sqs.restore()
  })
})
