// Files that an evaluation writes at its end: whether they can be is known before it measures, which takes long.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../lib/text/message-of.ts'

/** Nothing is opened, so that what lies there is kept when the measurement fails. @throws Error when there is no folder for `file`, or `file` is a folder */
export function checkOutputFile(file: string): void {
  if (!isFolder(dirname(file))) throw new Error(`${file} cannot be written: there is no folder ${dirname(file)}`)
  if (isFolder(file)) throw new Error(`${file} cannot be written: it is a folder`)
}

/** Makes the last part of the path at most, so that a slip in it makes no tree. @throws Error that names the folder */
export function openOutputFolder(folder: string): void {
  if (isFolder(folder)) return
  try {
    mkdirSync(folder)
  } catch (cause) {
    throw new Error(`${folder} cannot be made: ${messageOf(cause)}`, { cause })
  }
}

/** @throws Error that names the file */
export function writeOutputFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new Error(`${file} cannot be written: ${messageOf(cause)}`, { cause })
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
