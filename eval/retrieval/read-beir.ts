// A test collection in BEIR's layout: corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv, all of them also gzipped, and with the
// variants that are about: queries-SPLIT.jsonl, qrels-SPLIT.tsv, one qrels.tsv for all.
import { basename, join } from 'node:path'
import * as z from 'zod'
import { isRelevant } from '../metrics/relevance.ts'
import type { Corpus, CorpusDocument } from './corpus.ts'
import { firstExisting, linesOf, readRows } from './read-rows.ts'

const documentRow = z.object({ _id: z.string().min(1), title: z.string().default(''), text: z.string() })
const queryRow = z.object({ _id: z.string().min(1), text: z.string() })

/** Whether a folder is in this layout. */
export function isBeir(folder: string): boolean {
  return firstExisting([join(folder, 'corpus.jsonl')]) !== null
}

/**
 * @param split which judgements, when the folder has several
 * @throws Error when a file is absent, a line is not what it should be, an id is there twice, or nothing could be measured
 */
export function readBeir(folder: string, split: string): Corpus {
  const find = (...names: string[]) => {
    const path = firstExisting(names.map((name) => join(folder, name)))
    if (path === null) throw new Error(`${folder} has none of ${names.join(', ')}`)
    return path
  }
  const unique = <Row extends { readonly _id: string }>(path: string, rows: readonly Row[]) => {
    const twice = firstTwice(rows.map(({ _id }) => _id))
    if (twice !== null) throw new Error(`${path} has the id ${JSON.stringify(twice)} more than once`)
    return rows
  }
  const corpusPath = find('corpus.jsonl')
  const documents = unique(corpusPath, readRows(corpusPath, documentRow)).map(asDocument)
  if (documents.length === 0) throw new Error(`${corpusPath} has no document`)
  const queriesPath = find(`queries-${split}.jsonl`, 'queries.jsonl')
  const all = unique(queriesPath, readRows(queriesPath, queryRow))
  const qrels = readQrels(find(join('qrels', `${split}.tsv`), `qrels-${split}.tsv`, 'qrels.tsv'))
  const queries = all.filter(({ _id }) => qrels.has(_id)).map(({ _id, text }) => ({ id: _id, text }))
  if (queries.length === 0) throw new Error(`${folder} has no query of the split ${split} that is judged`)
  // Whatever an engine found, every figure would be 0: that is no measurement.
  const relevant = queries.some(({ id }) => documents.some((each) => isRelevant(qrels.get(id) ?? new Map(), each.id)))
  if (!relevant) throw new Error(`${folder} has no document that the split ${split} judges relevant`)
  return { name: basename(folder), documents, queries, qrels }
}

/** The first id that was there before, or null. */
function firstTwice(ids: readonly string[]): string | null {
  const seen = new Set<string>()
  return ids.find((id) => seen.size === seen.add(id).size) ?? null
}

/** As Markdown: the title, unless the text opens with it, is the heading. */
function asDocument({ _id, title, text }: z.output<typeof documentRow>): CorpusDocument {
  const heading = `# ${title.trim()}`
  const headed = title.trim() === '' || text.startsWith(heading)
  return { id: _id, filename: `${_id}.md`, bytes: Buffer.from(headed ? text : `${heading}\n\n${text}`) }
}

/** Lines `query-id corpus-id score`, under a header. @throws Error for a line that is none. */
function readQrels(path: string): Map<string, Map<string, number>> {
  const qrels = new Map<string, Map<string, number>>()
  for (const { line, place } of linesOf(path).slice(1)) {
    const [query = '', document = '', grade = ''] = line.split('\t')
    if (query === '' || document === '' || !/^-?\d+$/.test(grade.trim()))
      throw new Error(`${place}: not a judgement (query-id, corpus-id and a whole score, with tabs)`)
    const judged = qrels.get(query) ?? new Map<string, number>()
    qrels.set(query, judged.set(document, Number(grade)))
  }
  return qrels
}
