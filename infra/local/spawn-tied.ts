// A child that cannot outlive us: not after SIGTERM, not after a crash, not after kill -9. A shell between us reads our
// pipe; when we are gone the pipe closes, and the shell ends the child. (POSIX only, as are the programs we start.)
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const script = '"$@" & child=$!; cat >/dev/null; kill "$child" 2>/dev/null; wait "$child"'

export type TiedChild = {
  /** True once the shell has ended, which happens when we stop it. */
  readonly ended: () => boolean
  /** Ends the child and waits until it is gone. */
  readonly stop: () => Promise<void>
}

export function spawnTied(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): TiedChild {
  const shell: ChildProcess = spawn('sh', ['-c', script, 'sh', command, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...options,
  })
  // The shell, not we, must get the terminal's Ctrl-C last: it may be gone before us, and a write to its pipe then fails.
  shell.stdin?.on('error', () => {})
  const exited = once(shell, 'exit')
  return {
    ended: () => shell.exitCode !== null || shell.signalCode !== null,
    stop: async () => {
      shell.stdin?.end()
      await exited
    },
  }
}
