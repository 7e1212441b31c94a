// A process that is killed in the middle of a write leaves its draft (`writeDurably`): nobody reads it, nobody else removes it.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { draftPattern } from './write-durably.ts'

/** Longer than any write takes, by any process on this folder. */
const writeLifeMs = 3_600_000

/** Removes drafts in `folder`, at any depth, that are older than an hour. What cannot be removed stays. @param now epoch ms */
export function clearDrafts(folder: string, now: number): void {
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!draftPattern.test(name)) continue
      const path = join(folder, name)
      const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - written > writeLifeMs) rmSync(path, { force: true })
    }
  } catch {
    // No folder, no drafts; and whoever writes there next says what is wrong with it.
  }
}
