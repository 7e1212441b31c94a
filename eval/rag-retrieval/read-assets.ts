import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { detailsOf } from '../../lib/contract/parse.ts'
import { type Fixture, fixture } from './fixture.ts'
import { type GoldenCase, type GoldenCases, goldenCases } from './golden-case.ts'

const goldenFile = (folder: string) => join(folder, 'cases', 'golden-cases.json')
const contractFile = (folder: string) => join(folder, 'cases', 'contract-cases.json')
export const fixturesFolder = (folder: string) => join(folder, 'fixtures')
export const fixtureFile = (folder: string, caseId: string) => join(fixturesFolder(folder), `${caseId}.json`)

export type CaseSet = {
  readonly categoryPolicy: GoldenCases['categoryPolicy']
  /** Asked of the engine when fixtures are recorded. */
  readonly golden: readonly GoldenCase[]
  /**
   * Their answers are written by hand: what the contract allows a service to say and the embedded one never does. They say
   * whether the pipeline keeps its rules, and nothing about an engine.
   */
  readonly contract: readonly GoldenCase[]
}

export type Assets = {
  readonly cases: CaseSet
  readonly fixtures: ReadonlyMap<string, Fixture>
  /** Tells one recording from another: SHA-256 of all fixtures, 16 hex digits. */
  readonly recording: string
}

/** The cases of a folder; one without contract cases has none. @throws Fault `E_VALIDATION` that names the file and its problem */
export function readCases(folder: string): CaseSet {
  const { categoryPolicy, cases: golden } = readJson(goldenFile(folder), goldenCases).value
  const file = contractFile(folder)
  const contract = existsSync(file) ? readJson(file, goldenCases).value.cases : []
  const twice = contract.find(({ id }) => golden.some((each) => each.id === id))
  if (twice !== undefined) throw unusable(file, `uses the id ${twice.id} of a golden case`)
  return { categoryPolicy, golden, contract }
}

/**
 * The cases of a folder, each with its fixture. A case without one, and a fixture without a case, are errors: nobody would notice
 * what is not evaluated.
 * @throws Fault `E_VALIDATION` that names the file and what is wrong with it
 */
export function readAssets(folder: string): Assets {
  const cases = readCases(folder)
  const ids = new Set([...cases.golden, ...cases.contract].map(({ id }) => id))
  const orphan = listFixtures(folder).find((id) => !ids.has(id))
  if (orphan !== undefined) throw unusable(fixtureFile(folder, orphan), 'belongs to no case')
  const digest = createHash('sha256')
  const fixtures = new Map<string, Fixture>()
  for (const id of ids) {
    const { value, text } = readFixtureFile(folder, id)
    fixtures.set(id, value)
    digest.update(text)
  }
  return { cases, fixtures, recording: digest.digest('hex').slice(0, 16) }
}

/** @throws Fault `E_VALIDATION` that names the file and what is wrong with it */
export function readFixture(folder: string, caseId: string): Fixture {
  return readFixtureFile(folder, caseId).value
}

function readFixtureFile(folder: string, caseId: string) {
  const file = fixtureFile(folder, caseId)
  const read = readJson(file, fixture)
  if (read.value.caseId !== caseId) throw unusable(file, `is the recording of another case, ${read.value.caseId}`)
  return read
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
