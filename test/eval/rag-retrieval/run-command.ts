import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

export type Ended = { readonly exit: number; readonly out: string; readonly err: string }

/** Runs a script of the project as npm would. @param root of the tree whose script it is */
export async function runCommand(script: string, args: readonly string[], root = projectRoot): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exit: Number(exit), out, err }
}
