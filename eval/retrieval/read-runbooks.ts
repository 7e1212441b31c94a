// A folder of runbooks as they are, byte for byte: manifest.jsonl lists them, golden_queries.jsonl has the alerts that they are for.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Corpus, CorpusDocument } from './corpus.ts'
import { readRows } from './read-rows.ts'

const manifestRow = z.object({ id: z.string().min(1), lang: z.string(), source: z.string(), path: z.string() })
const goldenRow = z.object({ _id: z.string().min(1), text: z.string(), gold: z.array(z.string()) })

/** Whether a folder is one of these. */
export function isRunbooks(folder: string): boolean {
  return existsSync(join(folder, 'manifest.jsonl'))
}

/** The English runbooks with the golden queries. @throws Error for a row that is none. */
export function readRunbooks(folder: string): Corpus {
  const documents = readRunbookFiles(folder, ({ lang }) => lang === 'en')
  const ids = new Set(documents.map(({ id }) => id))
  const golden = readRows(join(folder, 'golden_queries.jsonl'), goldenRow).filter(({ gold }) =>
    gold.some((id) => ids.has(id)),
  )
  return {
    name: 'runbooks-en',
    documents,
    queries: golden.map(({ _id, text }) => ({ id: _id, text })),
    qrels: new Map(golden.map(({ _id, gold }) => [_id, new Map(gold.map((id) => [id, 1]))])),
  }
}

/** The runbooks that `wanted` picks. @throws Error for a row that is none. */
export function readRunbookFiles(
  folder: string,
  wanted: (row: { readonly lang: string; readonly source: string }) => boolean,
): CorpusDocument[] {
  return readRows(join(folder, 'manifest.jsonl'), manifestRow)
    .filter(wanted)
    .map(({ id, path }) => ({ id, filename: path, bytes: readFileSync(join(folder, path)) }))
}
