// What SQS and Lambda do in the cloud: takes messages of the queue folder, hands them to the ingest-proxy as real SQS events,
// puts back what failed, gives up after ten failures, and runs the sweep.
import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { DiskIngestQueue, TakenMessage } from '../../lib/documents/disk-ingest-queue.ts'

export type SqsEvent = {
  readonly Records: readonly {
    readonly eventSource: 'aws:sqs'
    readonly messageId: string
    readonly body: string
    readonly attributes: { readonly ApproximateReceiveCount: string }
  }[]
}
export type BatchReply = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] }

export type IngestWorkerOptions = {
  readonly queue: DiskIngestQueue
  readonly invoke: (event: SqsEvent) => Promise<BatchReply>
  readonly sweep: () => Promise<void>
  readonly now: () => number
  /** For trouble that nobody else hears of. */
  readonly onError: (error: unknown) => void
  readonly sweepEverySeconds?: number
  /** Until a message that the handler failed on is tried again. */
  readonly redeliverAfterSeconds?: number
}

export type IngestWorker = {
  /** Look now. */
  readonly poke: () => void
  /** Takes no more, and waits a moment for what is under way. */
  readonly close: () => Promise<void>
}

const maxReceives = 10
const longestSleepMs = 60_000
const errorPauseMs = 1000
const closeMs = 2000
/** Messages at once: one that waits for a slow service does not hold up the others. */
const lanes = 4

/** Starts after what an earlier worker had taken is put back. One worker a folder. */
export function startIngestWorker(options: IngestWorkerOptions): IngestWorker {
  const { queue, now, onError, sweepEverySeconds = 15, redeliverAfterSeconds = 5 } = options
  let closed = false
  let wake = () => {}
  let poked = false
  const poke = () => {
    poked = true
    wake()
  }
  mkdirSync(queue.waitingFolder, { recursive: true })
  const watcher: FSWatcher = watch(queue.waitingFolder, poke)
  watcher.on('error', onError)

  const sleepUntil = async (time: number) => {
    if (poked || closed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(longestSleepMs, Math.max(1, time - now())))
    wake = resolve
    await promise
    clearTimeout(timer)
  }

  const busy = new Set<Promise<void>>()
  const begin = (message: TakenMessage) => {
    const job: Promise<void> = workOn(message, options, redeliverAfterSeconds)
      .catch(onError)
      .finally(() => {
        busy.delete(job)
        poke()
      })
    busy.add(job)
  }
  const takeDue = async () => {
    while (!closed && busy.size < lanes) {
      const message = await queue.take()
      if (message === null) return
      begin(message)
    }
  }

  const run = async () => {
    let nextSweep = now()
    await queue.recover()
    while (!closed) {
      poked = false
      try {
        if (now() >= nextSweep) {
          nextSweep = now() + sweepEverySeconds * 1000
          await options.sweep()
        }
        await takeDue()
        const nextDue = busy.size < lanes ? await queue.nextDueAt() : null
        await sleepUntil(Math.min(nextSweep, nextDue ?? nextSweep))
      } catch (error) {
        onError(error)
        poked = false
        await sleepUntil(now() + errorPauseMs)
      }
    }
  }
  const ended = run().catch(onError)
  return {
    poke,
    close: async () => {
      closed = true
      watcher.close()
      wake()
      await ended
      // What is still under way then is put back by the next worker.
      const patience = new AbortController()
      await Promise.race([Promise.all(busy), wait(closeMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    },
  }
}

async function workOn(
  message: TakenMessage,
  { queue, invoke, onError }: IngestWorkerOptions,
  redeliverAfterSeconds: number,
): Promise<void> {
  const failed = await invoke(eventOf(message)).then(
    ({ batchItemFailures }) => batchItemFailures.some((f) => f.itemIdentifier === message.messageId),
    (error: unknown) => {
      onError(error)
      return true
    },
  )
  if (!failed) await queue.remove(message)
  else if (message.receiveCount >= maxReceives) await queue.bury(message)
  else await queue.putBack(message, redeliverAfterSeconds)
}

function eventOf({ messageId, body, receiveCount }: TakenMessage): SqsEvent {
  const attributes = { ApproximateReceiveCount: String(receiveCount) }
  return { Records: [{ eventSource: 'aws:sqs', messageId, body, attributes }] }
}
