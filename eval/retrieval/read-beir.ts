// A test collection in BEIR's layout: corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv, all of them also gzipped, and with the
// variants that are about: queries-SPLIT.jsonl, qrels-SPLIT.tsv, one qrels.tsv for all.
import { basename, join } from 'node:path'
import * as z from 'zod'
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
 * @throws Error when a file is absent, or a line is not what it should be
 */
export function readBeir(folder: string, split: string): Corpus {
  const find = (...names: string[]) => {
    const path = firstExisting(names.map((name) => join(folder, name)))
    if (path === null) throw new Error(`${folder} has none of ${names.join(', ')}`)
    return path
  }
  const documents = readRows(find('corpus.jsonl'), documentRow).map(asDocument)
  const all = readRows(find(`queries-${split}.jsonl`, 'queries.jsonl'), queryRow)
  const qrels = readQrels(find(join('qrels', `${split}.tsv`), `qrels-${split}.tsv`, 'qrels.tsv'))
  const queries = all.filter(({ _id }) => qrels.has(_id)).map(({ _id, text }) => ({ id: _id, text }))
  if (queries.length === 0) throw new Error(`${folder} has no query of the split ${split} that is judged`)
  return { name: basename(folder), documents, queries, qrels }
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
