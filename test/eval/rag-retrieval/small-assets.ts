// A folder of assets like the real one, made of a few of its contract cases: their answers are written, so no engine can change them.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { type GoldenCase, goldenCases } from '../../../eval/rag-retrieval/golden-case.ts'

export const realAssets = fileURLToPath(new URL('../../../eval/rag-retrieval/', import.meta.url))

export const contractCases = goldenCases.parse(
  JSON.parse(readFileSync(join(realAssets, 'cases/contract-cases.json'), 'utf8')),
).cases

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'evidence-chain-test-'))

/** @param ids of contract cases, which are golden cases here; @param change what of each case is to be another */
export function makeAssets(
  folder: string,
  ids: readonly string[],
  change: Readonly<Record<string, Partial<GoldenCase>>> = {},
): void {
  const cases = contractCases.filter(({ id }) => ids.includes(id)).map((each) => ({ ...each, ...change[each.id] }))
  writeJson(join(folder, 'cases/golden-cases.json'), { schemaVersion: 1, categoryPolicy: {}, cases })
  for (const { id } of cases) cpSync(join(realAssets, `fixtures/${id}.json`), join(folder, `fixtures/${id}.json`))
}

export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}

/** A JSON file with one value in it replaced. @param path dotted; it must lead somewhere already */
export function editJson(file: string, path: string, value: unknown): void {
  const root: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at = record.parse(root)
  for (const key of keys) at = record.parse(at[key])
  if (!(last in at)) throw new Error(`${file} has no ${path}`)
  at[last] = value
  writeFileSync(file, JSON.stringify(root))
}

/** Objects and lists alike, as they are: what is changed is the thing itself. */
const record = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null)

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
