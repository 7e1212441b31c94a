import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What upload forms are signed with: kept in the data folder, so that a form outlives a restart, as one of S3 would. */
export function openFormKey(dataFolder: string): string {
  const file = join(dataFolder, 'form-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  return readFileSync(file, 'utf8')
}
