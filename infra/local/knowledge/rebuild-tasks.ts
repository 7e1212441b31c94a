// Records of rebuilds. They outlive the process; the progress of a running one is kept in memory only.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { type TaskReply, taskState } from '../../../lib/contract/knowledge-api.ts'

/** As `taskReply` of the contract, but whole: we write it, so nothing in it is guessed. */
const storedTask = z.object({
  task_id: z.string(),
  state: taskState,
  processed: z.int().nonnegative(),
  total: z.int().nonnegative(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.string().nullable(),
})
type StoredTask = Readonly<z.infer<typeof storedTask>>

export type RebuildTasks = {
  start(): Promise<StoredTask>
  progress(taskId: string, processed: number, total: number): void
  /** `error` null: succeeded. */
  finish(taskId: string, error: string | null): Promise<void>
  find(taskId: string): TaskReply | null
}

/** What a task says when the process ended under it: its work is done anyway, since every start builds the index anew. */
const interrupted = 'the service stopped before the rebuild ended; its start has indexed all documents'

/** Opens the records below `folder`. A task that was not finished is `failed` from now on; unreadable records are left out. */
export async function openRebuildTasks(folder: string, now: () => number): Promise<RebuildTasks> {
  await mkdir(folder, { recursive: true })
  const tasks = new Map<string, StoredTask>()
  const time = () => new Date(now()).toISOString()
  const save = async (task: StoredTask) => {
    tasks.set(task.task_id, task)
    await writeFileAtomic(join(folder, `${task.task_id}.json`), JSON.stringify(task))
  }
  for (const file of await readdir(folder)) {
    const task = file.endsWith('.json') ? await readTask(join(folder, file)) : null
    if (task === null) continue
    if (task.finished_at !== null) tasks.set(task.task_id, task)
    else await save({ ...task, state: 'failed', finished_at: time(), error: interrupted })
  }
  const change = (taskId: string, part: Partial<StoredTask>): StoredTask | null => {
    const task = tasks.get(taskId)
    return task === undefined ? null : { ...task, ...part }
  }
  return {
    async start() {
      const task: StoredTask = {
        task_id: randomUUID(),
        state: 'running',
        processed: 0,
        total: 0,
        started_at: time(),
        finished_at: null,
        error: null,
      }
      await save(task)
      return task
    },
    progress(taskId, processed, total) {
      const task = change(taskId, { processed, total })
      if (task !== null) tasks.set(taskId, task)
    },
    async finish(taskId, error) {
      const task = change(taskId, { state: error === null ? 'succeeded' : 'failed', finished_at: time(), error })
      if (task !== null) await save(task)
    },
    find: (taskId) => tasks.get(taskId) ?? null,
  }
}

async function readTask(path: string): Promise<StoredTask | null> {
  try {
    return storedTask.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}
