// `npm start` as a user starts it: a process of its own, watched through what it prints.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../infra/local/main.ts', import.meta.url))

export type RunningMain = {
  readonly url: string
  /** Everything it printed before it was ready. */
  readonly lines: readonly string[]
  /** Ends it with the signal and waits until it is gone. @returns its exit code, null when the signal ended it */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** @throws Error with what it printed, when it ends before it is ready */
export async function startMain(environment: Readonly<Record<string, string>>): Promise<RunningMain> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', SAMPLES: 'off', ...environment },
  })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
  }
  const url = await Promise.race([ready, exited.then(() => null)])
  if (url === null) throw new Error(lines.join('\n'))
  return {
    url,
    lines,
    end: async (signal) => {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}
