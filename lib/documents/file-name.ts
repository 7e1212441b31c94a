import { Fault } from '../contract/faults.ts'
import { limits } from '../contract/limits.ts'

/**
 * The file name in what a client sent: path parts gone (old browsers send `C:\folder\file.md`), every other character kept
 * (spec 05, "File names").
 * @throws Fault `E_VALIDATION` for a name that is empty, made of dots, too long, not Unicode or holds control characters
 */
export function toFileName(sent: string): string {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  if (/^\.*$/.test(name) || name.trim() === '') throw refuse('has no file name')
  if (!name.isWellFormed()) throw refuse('must be valid Unicode')
  if (/\p{Cc}/u.test(sent)) throw refuse('must not hold control characters')
  if ([...name].length > limits.document.filenameChars) {
    throw refuse(`must be at most ${limits.document.filenameChars} characters`)
  }
  return name
}

const refuse = (message: string) => new Fault('E_VALIDATION', { details: [{ path: 'filename', message }] })
