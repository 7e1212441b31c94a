import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { detailsOf } from '../../lib/contract/parse.ts'
import { type Fixture, fixture } from './fixture.ts'
import { type GoldenCases, goldenCases } from './golden-case.ts'

export const casesFile = (folder: string) => join(folder, 'cases', 'golden-cases.json')
export const fixturesFolder = (folder: string) => join(folder, 'fixtures')
export const fixtureFile = (folder: string, caseId: string) => join(fixturesFolder(folder), `${caseId}.json`)

export type Assets = {
  readonly golden: GoldenCases
  readonly fixtures: ReadonlyMap<string, Fixture>
  /** Tells one recording from another: SHA-256 of all fixtures, 16 hex digits. */
  readonly recording: string
}

/** @throws Fault `E_VALIDATION` that names the file and what is wrong with it */
export function readGoldenCases(folder: string): GoldenCases {
  return readJson(casesFile(folder), goldenCases).value
}

/**
 * The cases of a folder, each with its fixture. A case without one, and a fixture without a case, are errors: nobody would notice
 * what is not evaluated.
 * @throws Fault `E_VALIDATION` that names the file and what is wrong with it
 */
export function readAssets(folder: string): Assets {
  const golden = readGoldenCases(folder)
  const ids = new Set(golden.cases.map(({ id }) => id))
  const orphan = listFixtures(folder).find((id) => !ids.has(id))
  if (orphan !== undefined) throw unusable(fixtureFile(folder, orphan), 'belongs to no case')
  const digest = createHash('sha256')
  const fixtures = new Map<string, Fixture>()
  for (const id of ids) {
    const file = fixtureFile(folder, id)
    const { value, text } = readJson(file, fixture)
    if (value.caseId !== id) throw unusable(file, `is the recording of another case, ${value.caseId}`)
    fixtures.set(id, value)
    digest.update(text)
  }
  return { golden, fixtures, recording: digest.digest('hex').slice(0, 16) }
}

/** Ids of the cases of which there is a recording, sorted. */
export function listFixtures(folder: string): string[] {
  const path = fixturesFolder(folder)
  if (!existsSync(path)) return []
  const names = readdirSync(path).filter((name) => name.endsWith('.json'))
  return names.map((name) => name.slice(0, -'.json'.length)).sort()
}

function readJson<S extends z.ZodType>(
  file: string,
  schema: S,
): { readonly value: z.output<S>; readonly text: string } {
  const text = readText(file)
  const parsed = schema.safeParse(jsonOf(file, text))
  if (parsed.success) return { value: parsed.data, text }
  const problems = detailsOf(parsed.error).map(({ path, message }) => `${path || 'the whole'} ${message}`)
  throw unusable(file, `is not valid: ${problems.join('; ')}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw unusable(file, 'cannot be read')
  }
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable(file, 'is not JSON')
  }
}

const unusable = (file: string, problem: string) => new Fault('E_VALIDATION', { message: `${file} ${problem}` })
