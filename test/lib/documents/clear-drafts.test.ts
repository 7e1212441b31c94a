import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createDiskIngestQueue } from '../../../lib/documents/disk-ingest-queue.ts'
import { createDiskOriginals } from '../../../lib/documents/disk-originals.ts'

const now = 10_000_000_000
const hourMs = 3_600_000

describe('what a killed process was writing', () => {
  const root = mkdtempSync(join(tmpdir(), 'drafts-'))
  afterAll(() => rmSync(root, { recursive: true }))
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'd-'))
  })
  const left = (name: string, ageMs: number) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'half')
    utimesSync(path, (now - ageMs) / 1000, (now - ageMs) / 1000)
    return path
  }

  it.each([
    ['the queue', 'waiting/000000001000000_0_x.json', () => createDiskIngestQueue(folder, () => now)],
    ['the originals', 'incoming/ref-1', () => createDiskOriginals(folder, null, () => now)],
    ['the originals', 'originals/ref-1/2', () => createDiskOriginals(folder, null, () => now)],
  ])('is cleared away by the opening of %s, once it is an hour old (%s)', (_, name, open) => {
    const [old, young] = [
      left(`${name}.0123456789ab.draft`, hourMs + 1000),
      left(`${name}.0123456789ac.draft`, hourMs - 1000),
    ]
    const [whole, other] = [left(name, 2 * hourMs), left(`${name}.draft.json`, 2 * hourMs)]
    open()
    expect([old, young, whole, other].map((path) => existsSync(path))).toEqual([false, true, true, true])
  })

  it('is no trouble where there is nothing, or no folder', () => {
    createDiskOriginals(join(folder, 'none'), null, () => now)
    expect(existsSync(join(folder, 'none'))).toBe(false)
    writeFileSync(join(folder, 'file'), '')
    createDiskIngestQueue(join(folder, 'file'), () => now)
  })
})
