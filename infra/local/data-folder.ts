// The folder that holds everything that persists, for one stack at a time: two would write over each other's documents.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataFolder = { readonly path: string; readonly release: () => void }

/**
 * Opens the folder for this process. The lock is the operating system's, held through SQLite, so a killed process leaves
 * none behind.
 * @throws Error that names the folder when another stack uses it
 */
export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path)
  try {
    makeFolder(folder)
  } catch (cause) {
    throw new Error(`${path} cannot be made a folder; choose another DATA_DIR`, { cause })
  }
  const lock = new DatabaseSync(join(folder, 'lock.db'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;')
  } catch (cause) {
    lock.close()
    throw new Error(`${path} is in use by another local stack; stop it, or choose another DATA_DIR`, { cause })
  }
  return { path: folder, release: () => lock.close() }
}

/** Level by level: below a file system that takes no folders, such as /proc, Node's own recursive way tries for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return void accessSync(folder, constants.W_OK)
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
