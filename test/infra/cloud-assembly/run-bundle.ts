import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BundledFunction } from '../../../infra/cloud-assembly/read-functions.ts'

export type BundleCall = { readonly id: string; readonly event: unknown; readonly timeoutMs: number }
export type BundleAnswer =
  | { readonly id: string; readonly answer: unknown }
  | { readonly id: string; readonly error: { readonly name: string; readonly message: string } }

export type RunningBundle = {
  /** @throws Error with the name that the function gave it, as a state machine would catch it */
  readonly invoke: (event: unknown) => Promise<unknown>
  /** Everything it wrote. */
  readonly output: () => string
  readonly close: () => Promise<void>
}

const script = fileURLToPath(new URL('./bundle-process.ts', import.meta.url))

/**
 * Loads the bundle in a process that has these variables and no others.
 * @throws Error with what it wrote, when it ends while it loads
 */
export async function runBundle(
  { file, exportName, timeoutSeconds }: BundledFunction,
  environment: Readonly<Record<string, string>>,
): Promise<RunningBundle> {
  const child: ChildProcess = fork(script, [file, exportName], {
    env: { ...environment },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += String(bytes)))
  const closed = once(child, 'close')
  const waiting = new Map<string, (answer: BundleAnswer) => void>()
  const answerTo = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<BundleAnswer>()
    waiting.set(id, resolve)
    return Promise.race([
      promise,
      closed.then((): BundleAnswer => ({ id, error: { name: 'Runtime.ExitError', message: output } })),
    ])
  }
  const loaded = answerTo('loaded')
  child.on('message', (answer: BundleAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  contentOf(await loaded)
  return {
    invoke: async (event) => {
      const call: BundleCall = { id: randomUUID(), event, timeoutMs: timeoutSeconds * 1000 }
      const answer = answerTo(call.id)
      child.send(call)
      return contentOf(await answer)
    },
    output: () => output,
    close: async () => {
      child.kill()
      await closed
    },
  }
}

function contentOf(answer: BundleAnswer): unknown {
  if ('answer' in answer) return answer.answer
  const error = new Error(answer.error.message)
  error.name = answer.error.name
  throw error
}
