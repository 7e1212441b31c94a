// The queue of the local stack: one file a message, so that nothing is lost when the process is killed at any moment.
// `waiting/` holds messages by due time, `taken/` those that are being worked on, `dead/` those that were given up.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../contract/faults.ts'
import { clearDrafts } from './clear-drafts.ts'
import { type IngestQueue, maxDelaySeconds } from './ingest-queue-port.ts'
import { writeDurably } from './write-durably.ts'

export type TakenMessage = {
  readonly messageId: string
  readonly body: string
  /** How often it was taken, this time included. */
  readonly receiveCount: number
}

/** The receiving end, for one worker a folder. Times are epoch milliseconds. */
export type DiskIngestQueue = IngestQueue & {
  /** A message of any kind: in the cloud, EventBridge writes to the same queue. @throws Fault `E_LEDGER_UNAVAILABLE` */
  sendBody(body: string, delaySeconds: number): Promise<void>
  /** Where new messages appear. */
  readonly waitingFolder: string
  /** Puts back what a worker that is gone had taken. Once, before the first `take`. */
  recover(): Promise<void>
  /** The message longest due, taken out of the others' sight; null when none is due. */
  take(): Promise<TakenMessage | null>
  /** Done with it. */
  remove(message: TakenMessage): Promise<void>
  putBack(message: TakenMessage, delaySeconds: number): Promise<void>
  /** Keeps it for people to look at. */
  bury(message: TakenMessage): Promise<void>
  nextDueAt(): Promise<number | null>
}

type Entry = { readonly dueAt: number; readonly count: number; readonly id: string }

const nameOf = ({ dueAt, count, id }: Entry) => `${String(dueAt).padStart(15, '0')}_${count}_${id}.json`
function entryOf(name: string): Entry | null {
  const [, dueAt, count, id] = /^(\d{15})_(\d+)_([0-9a-f-]{36})\.json$/.exec(name) ?? []
  return id === undefined ? null : { dueAt: Number(dueAt), count: Number(count), id }
}

export function createDiskIngestQueue(folder: string, now: () => number): DiskIngestQueue {
  clearDrafts(folder, now())
  const waiting = join(folder, 'waiting')
  const taken = join(folder, 'taken')
  const dead = join(folder, 'dead')
  const entries = async (from: string) => {
    await mkdir(from, { recursive: true })
    return (await readdir(from)).flatMap((name) => entryOf(name) ?? []).sort((a, b) => a.dueAt - b.dueAt)
  }
  const takenEntry = ({ messageId, receiveCount }: TakenMessage): Entry => ({
    dueAt: 0,
    count: receiveCount,
    id: messageId,
  })
  const move = async (from: string, entry: Entry, to: string, target: Entry) => {
    await mkdir(to, { recursive: true })
    await rename(join(from, nameOf(entry)), join(to, nameOf(target)))
  }
  const sendBody = async (body: string, delaySeconds: number) => {
    const dueAt = now() + Math.min(maxDelaySeconds, Math.max(0, delaySeconds)) * 1000
    try {
      const name = nameOf({ dueAt: Math.round(dueAt), count: 0, id: randomUUID() })
      await writeDurably(join(waiting, name), body)
    } catch (cause) {
      throw new Fault('E_LEDGER_UNAVAILABLE', { cause, context: { store: 'queue' } })
    }
  }
  return {
    waitingFolder: waiting,
    send: (message, delaySeconds) => sendBody(JSON.stringify(message), delaySeconds),
    sendBody,
    recover: async () => {
      for (const entry of await entries(taken)) await move(taken, entry, waiting, { ...entry, dueAt: now() })
    },
    take: async () => {
      const [first] = await entries(waiting)
      if (first === undefined || first.dueAt > now()) return null
      const target = { dueAt: 0, count: first.count + 1, id: first.id }
      await move(waiting, first, taken, target)
      const body = await readFile(join(taken, nameOf(target)), 'utf8')
      return { messageId: first.id, body, receiveCount: target.count }
    },
    remove: (message) => rm(join(taken, nameOf(takenEntry(message))), { force: true }),
    putBack: (message, delaySeconds) => {
      const entry = takenEntry(message)
      return move(taken, entry, waiting, { ...entry, dueAt: Math.round(now() + delaySeconds * 1000) })
    },
    bury: (message) => move(taken, takenEntry(message), dead, takenEntry(message)),
    nextDueAt: async () => (await entries(waiting))[0]?.dueAt ?? null,
  }
}
