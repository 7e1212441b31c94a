// The cases and what they share, from the folder beside this file or another of the same layout.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Fault } from '../../lib/contract/faults.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { type DiagnosisCase, diagnosisCase } from './diagnosis-case.ts'

const chunk = z.strictObject({
  key: z.string().regex(/#chunk-\d+$/),
  title: z.string(),
  breadcrumb: z.string(),
  text: z.string().min(1),
  /** How often the text stands there in a row. */
  repeat: z.int().positive().default(1),
})
export type Chunk = Readonly<z.infer<typeof chunk>>

export type CaseData = {
  readonly cases: readonly DiagnosisCase[]
  /** What the scripted service knows, by key. */
  readonly chunks: ReadonlyMap<string, Chunk>
  /** Drafts that scripts hand in, by name: any JSON, for a model may hand in anything. */
  readonly drafts: ReadonlyMap<string, unknown>
}

/** @throws Fault `E_VALIDATION` that names the file, and the case where it can */
export function readCases(folder: string): CaseData {
  const files = globSync('*.json', { cwd: join(folder, 'cases') }).sort()
  const cases = files.flatMap((name) => read(join(folder, 'cases', name), z.array(diagnosisCase)))
  const chunks = read(join(folder, 'chunks.json'), z.array(chunk))
  const drafts = read(join(folder, 'drafts.json'), z.record(z.string(), z.json()))
  if (cases.length === 0) throw invalid(`No cases in ${join(folder, 'cases')}.`)
  const data = {
    cases,
    chunks: new Map(chunks.map((c) => [c.key, c])),
    drafts: new Map(Object.entries(drafts)),
  }
  for (const one of cases) checkNames(one, data)
  const repeated = cases.find(({ id }, i) => cases.findIndex((other) => other.id === id) !== i)
  if (repeated !== undefined) throw invalid(`Two cases are called ${repeated.id}.`)
  return data
}

const invalid = (message: string) => new Fault('E_VALIDATION', { message })

function read<T>(file: string, schema: z.ZodType<T>): T {
  const problem = (what: string) => invalid(`${file} is not valid: ${what}`)
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw problem(messageOf(error))
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw problem(`${nameOf(value, issue?.path ?? [])} ${issue?.message}`)
}

/** Where in the file: a case by its id, not by its number. */
function nameOf(value: unknown, [first, ...rest]: readonly PropertyKey[]): string {
  const named = z.looseObject({ id: z.string() }).safeParse(Array.isArray(value) ? value[Number(first)] : null)
  return [named.data?.id ?? first ?? '', ...rest].map(String).join('.')
}

/** @throws Fault `E_VALIDATION` for a chunk or a draft that is not there */
function checkNames(one: DiagnosisCase, { chunks, drafts }: CaseData): void {
  const keys = one.knowledge.flatMap(({ answers }) => answers.flatMap((a) => ('find' in a ? Object.keys(a.find) : [])))
  const turns = [...(one.model === 'extractive' ? [] : one.model), ...(one.before?.model ?? [])]
  const names = turns.flatMap((turn) => ('hand_in' in turn ? [turn.hand_in] : []))
  const missing = [...keys.filter((k) => !chunks.has(k)), ...names.filter((n) => !drafts.has(n))]
  if (missing.length > 0) throw invalid(`Case ${one.id} names ${missing.join(', ')}, which is not there.`)
}
