// The embedded engine without HTTP: what is on disk, what is in memory, and who may change either when.
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthReply, TaskReply } from '../../../lib/contract/knowledge-api.ts'
import { messageOf } from '../../../lib/text/message-of.ts'
import { answerSearch, type SearchQuestion } from './answer-search.ts'
import { openDenseStage } from './dense/dense-stage.ts'
import { noVectors } from './dense/embed-chunks.ts'
import type { Embedder } from './dense/embedder.ts'
import { openDocumentStore } from './document-store.ts'
import { type Ingested, ingestDocument, type Upload } from './ingest-document.ts'
import { probeHealth } from './probe-health.ts'
import { rebuildCollection } from './rebuild-collection.ts'
import { openRebuildTasks } from './rebuild-tasks.ts'
import { createSerialQueue } from './serial-queue.ts'
import { ServiceError } from './service-error.ts'

/** What an operator may want to know and no caller is told. */
export type EngineReport = (event: {
  readonly event: 'file_skipped' | 'document_warning' | 'rebuild_failed' | 'request_failed' | 'model_failed'
  readonly subject: string
  readonly reason: string
}) => void

export type EngineOptions = {
  /** Folder of all that persists; made when missing. One process at a time. */
  readonly dataDir: string
  readonly now?: () => number
  readonly report?: EngineReport
  /** Time for the reading of one document that is ingested, in ms; default 15 s. */
  readonly readBudgetMs?: number
  /** Turns the dense stage on. What it gives is kept in `dataDir`, by the model's name. */
  readonly embedder?: Embedder | undefined
  /** Awaited after each document of a rebuild; lets a test hold one open. */
  readonly rebuildGate?: () => Promise<void>
}

export type KnowledgeEngine = {
  /** @throws ServiceError `E_EMBEDDING_UNAVAILABLE` */
  search(question: SearchQuestion): Promise<ReturnType<typeof answerSearch>>
  /** @throws ServiceError `E_REBUILD_IN_PROGRESS`, and what `ingestDocument` throws. */
  ingest(upload: Upload): Promise<Ingested>
  /** The new task's id. @throws ServiceError `E_REBUILD_IN_PROGRESS`. */
  rebuild(): Promise<string>
  /** @throws ServiceError `E_TASK_NOT_FOUND`. */
  task(taskId: string): TaskReply
  health(): Promise<HealthReply>
  /** Resolves when nothing is written any more. A running rebuild is given up; its task fails at the next start. */
  close(): Promise<void>
}

/**
 * Opens `dataDir` and indexes what it holds; the engine is ready when this resolves. Where the model of the dense stage cannot be
 * asked, documents without a vector on disk are found by words alone until the next rebuild.
 */
export async function openKnowledgeEngine({
  dataDir,
  now = Date.now,
  report = () => undefined,
  readBudgetMs,
  embedder,
  rebuildGate = async () => undefined,
}: EngineOptions): Promise<KnowledgeEngine> {
  const store = await openDocumentStore(join(dataDir, 'documents'), ({ file, reason }) =>
    report({ event: 'file_skipped', subject: file, reason }),
  )
  const tasks = await openRebuildTasks(join(dataDir, 'tasks'), now)
  const writes = createSerialQueue()
  let closed = false
  let rebuilding = false
  const dense =
    embedder &&
    openDenseStage({
      folder: join(dataDir, 'vectors'),
      embedder,
      now,
      onFailure: ({ cause }) => report({ event: 'model_failed', subject: embedder.model, reason: messageOf(cause) }),
    })
  let collection =
    (await rebuildCollection(store, (await dense?.atStart()) ?? noVectors, async () => true)) ?? unreachable()

  /** Ingests accepted before the rebuild began are in `writes` before this: their files are there when it lists the files. */
  const runRebuild = async (taskId: string) => {
    await writes.run(async () => undefined)
    const embed = (await dense?.forRebuild()) ?? noVectors
    const rebuilt = await rebuildCollection(store, embed, async (processed, total) => {
      tasks.progress(taskId, processed, total)
      await rebuildGate()
      return !closed
    })
    if (rebuilt === null || closed) return
    collection = rebuilt
    rebuilding = false
    await writes.run(() => tasks.finish(taskId, null))
  }

  return {
    async search(question) {
      if (dense === undefined) return answerSearch(collection, question)
      return answerSearch(collection, question, { model: dense.model, vector: await dense.query(question.query) })
    },
    async ingest(upload) {
      if (rebuilding) throw new ServiceError('E_REBUILD_IN_PROGRESS', 'The index is being rebuilt; try again later.')
      const ingested = await writes.run(() =>
        ingestDocument(upload, { store, collection, embed: dense?.ingested ?? noVectors, now, readBudgetMs }),
      )
      for (const reason of ingested.warnings) report({ event: 'document_warning', subject: ingested.docId, reason })
      return ingested
    },
    async rebuild() {
      if (rebuilding) throw new ServiceError('E_REBUILD_IN_PROGRESS', 'A rebuild is running already.')
      rebuilding = true
      const started = await tasks.start().catch((error: unknown) => {
        rebuilding = false
        throw error
      })
      runRebuild(started.task_id).catch((error: unknown) => {
        rebuilding = false
        const reason = messageOf(error instanceof ServiceError ? error.cause : error)
        report({ event: 'rebuild_failed', subject: started.task_id, reason })
        return writes.run(() => tasks.finish(started.task_id, failureOf(error))).catch(() => undefined)
      })
      return started.task_id
    },
    task: (taskId) => {
      const task = tasks.find(taskId)
      if (task === null) throw new ServiceError('E_TASK_NOT_FOUND', 'There is no task of this id.')
      return task
    },
    health: () =>
      probeHealth({
        storage: () => access(dataDir, constants.R_OK | constants.W_OK),
        index: () => collection.chunkCount,
        model: dense === undefined ? null : dense.probe,
      }),
    async close() {
      closed = true
      await writes.run(async () => undefined)
    },
  }
}

/** What a task says of its failure: nothing that only the operator may know. */
function failureOf(error: unknown): string {
  return error instanceof ServiceError ? error.message : 'the stored documents could not be read'
}

function unreachable(): never {
  throw new Error('the first indexing was ended early')
}
