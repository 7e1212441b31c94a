import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitFrontMatter } from '../../infra/local/knowledge/reading/front-matter.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { evaluationScope } from './evaluation-settings.ts'

export type SeedDocument = {
  readonly filename: string
  readonly bytes: Uint8Array
  readonly source: string
  readonly category: string | null
}

/**
 * The seed documents of a folder, by name. Each says in its front matter where it belongs: one without the evaluation's scope would
 * be a production document.
 * @throws Fault `E_VALIDATION` that names the document and what it lacks
 */
export function readSeedDocuments(folder: string): SeedDocument[] {
  const path = join(folder, 'seed-docs')
  const documents = namesIn(path).map((filename) => readSeed(filename, readFileSync(join(path, filename))))
  const sources = new Set(documents.map(({ source }) => source))
  if (sources.size < documents.length) throw unusable(path, 'has two documents of one source')
  return documents
}

function readSeed(filename: string, bytes: Uint8Array): SeedDocument {
  const { matter } = splitFrontMatter(new TextDecoder().decode(bytes))
  if (matter === null) throw unusable(filename, 'has no front matter')
  const { source, breadcrumb, kb_scope, category } = matter
  if (source === null || breadcrumb === null) throw unusable(filename, 'must name its source and its breadcrumb')
  if (kb_scope !== evaluationScope) throw unusable(filename, `must have kb_scope: ${evaluationScope}`)
  return { filename, bytes, source, category }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.md'))
      .sort()
  } catch {
    throw unusable(path, 'cannot be read')
  }
}

const unusable = (what: string, problem: string) => new Fault('E_VALIDATION', { message: `${what} ${problem}` })
