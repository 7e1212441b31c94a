// A folder of assets that a test may change: two of the real cases, or whatever it writes.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CaseData, readCases } from '../../../eval/diagnosis/read-cases.ts'

export const ownFolder = fileURLToPath(new URL('../../../eval/diagnosis/', import.meta.url))

/** The real cases of these ids, with what they share. */
export function someCases(...ids: readonly string[]): CaseData {
  const data = readCases(ownFolder)
  const cases = data.cases.filter(({ id }) => ids.includes(id))
  if (cases.length !== ids.length) throw new Error(`not all of ${ids.join(', ')} are cases`)
  return { ...data, cases }
}

export type CaseFolder = {
  readonly path: string
  readonly write: (cases: unknown) => void
  readonly remove: () => void
}

export function caseFolder(cases: unknown): CaseFolder {
  const path = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  mkdirSync(join(path, 'cases'))
  for (const name of ['chunks.json', 'drafts.json']) cpSync(join(ownFolder, name), join(path, name))
  const write = (value: unknown) =>
    writeFileSync(join(path, 'cases', 'some.json'), typeof value === 'string' ? value : JSON.stringify(value))
  write(cases)
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) }
}
