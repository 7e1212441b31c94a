// The engines under measurement, all fed with the same chunks: ours, the library under it, and SQLite's full-text index.
import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { createSearchIndex } from '../../infra/local/knowledge/search-index.ts'
import type { BenchChunk } from './engine-chunks.ts'

/** Ids of the best hits for a query. */
export type BenchSearch = (query: string) => readonly string[]

const hits = 20

/** An engine filled with chunks; each chunk is a document of its own, as the other two engines see it. */
export const subjects: Readonly<Record<string, (chunks: readonly BenchChunk[]) => Promise<BenchSearch>>> = {
  ours: async (chunks) => {
    const index = createSearchIndex()
    for (const { id, title, text } of chunks) await index.add(id, { heading: title, chunks: [{ text, path: [] }] })
    return (query) => index.search(query, 'hybrid', hits, () => true).map(({ docId }) => docId)
  },
  minisearch: async (chunks) => {
    const index = new MiniSearch<BenchChunk>({ fields: ['title', 'text'], searchOptions: { boost: { title: 2 } } })
    index.addAll(chunks)
    return (query) =>
      index
        .search(query)
        .slice(0, hits)
        .map(({ id }) => String(id))
  },
  fts5: async (chunks) => {
    const database = new DatabaseSync(':memory:')
    database.exec("CREATE VIRTUAL TABLE chunk USING fts5(id UNINDEXED, title, text, tokenize = 'porter unicode61')")
    const insert = database.prepare('INSERT INTO chunk (id, title, text) VALUES (?, ?, ?)')
    database.exec('BEGIN')
    for (const { id, title, text } of chunks) insert.run(id, title, text)
    database.exec('COMMIT')
    const select = database.prepare(
      `SELECT id FROM chunk WHERE chunk MATCH ? ORDER BY bm25(chunk, 0, 2, 1) LIMIT ${hits}`,
    )
    return (query) => {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
      return select.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ id }) => String(id))
    }
  },
}
