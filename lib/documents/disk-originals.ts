import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../contract/faults.ts'
import { clearDrafts } from './clear-drafts.ts'
import { type LocalForms, writeLocalForm } from './local-form.ts'
import { metadataName, originalKeyPattern } from './original-key.ts'
import type { Originals } from './originals-port.ts'
import { writeDurably } from './write-durably.ts'

/**
 * Originals in a folder, for the local stack: the bytes under their key, what is known of them in a file beside.
 *
 * @param forms that `presign` gives out; null: there are none
 * @param now epoch milliseconds
 */
export function createDiskOriginals(folder: string, forms: LocalForms | null = null, now = Date.now): Originals {
  clearDrafts(folder, now())
  const pathOf = (key: string) => {
    if (!originalKeyPattern.test(key)) throw new Error('not a key of an original')
    return join(folder, key)
  }
  return {
    store: (key, bytes, { filename, contentType }) =>
      tried(async () => {
        const details = { filename: metadataName(filename), content_type: contentType }
        await writeDurably(`${pathOf(key)}.json`, JSON.stringify(details))
        await writeDurably(pathOf(key), bytes)
      }),
    read: (key) =>
      tried(async () => {
        try {
          const [bytes, { mtimeMs }] = await Promise.all([readFile(pathOf(key)), stat(pathOf(key))])
          return { bytes, storedAt: Math.floor(mtimeMs) }
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),
    remove: (key) =>
      tried(async () => {
        await rm(pathOf(key), { force: true })
        await rm(`${pathOf(key)}.json`, { force: true })
      }),
    presign: (key, details, { maxBytes: asked, expiresAt }) =>
      tried(async () => {
        if (forms === null) throw new Error('no address to upload to')
        const maxBytes = Math.min(asked, forms.maxBytes)
        const fields = writeLocalForm({ key, ...details, maxBytes, expiresAt }, forms.key)
        return { url: forms.url, fields, maxBytes }
      }),
    probe: () =>
      tried(async () => {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.R_OK | constants.W_OK)
      }),
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function tried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new Fault('E_LEDGER_UNAVAILABLE', { cause, context: { store: 'originals' } })
  }
}
