// The engines under measurement, all fed with the same chunks: ours, the library under it, and SQLite's full-text index.
import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { createSearchIndex } from '../../infra/local/knowledge/ranking/search-index.ts'
import type { BenchChunk } from './engine-chunks.ts'

export type BenchSubject = {
  /** Ids of the best hits for a query. */
  readonly search: (query: string) => readonly string[]
  /** Bytes that the engine holds outside the JavaScript heap and its buffers. */
  readonly outsideBytes: () => number
}

const hits = 20

/** An engine filled with chunks; each chunk is a document of its own, as the other two engines see it. */
export const subjects: Readonly<Record<string, (chunks: readonly BenchChunk[]) => Promise<BenchSubject>>> = {
  ours: async (chunks) => {
    const index = createSearchIndex()
    for (const { id, title, text } of chunks) await index.add(id, { heading: title, chunks: [{ text, path: [] }] })
    return {
      search: (query) => index.search(query, 'hybrid', hits, () => true).map(({ docId }) => docId),
      outsideBytes: () => 0,
    }
  },
  minisearch: async (chunks) => {
    const index = new MiniSearch<BenchChunk>({ fields: ['title', 'text'], searchOptions: { boost: { title: 2 } } })
    index.addAll(chunks)
    return {
      search: (query) =>
        index
          .search(query)
          .slice(0, hits)
          .map(({ id }) => String(id)),
      outsideBytes: () => 0,
    }
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
    const pages = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    return {
      search: (query) => {
        const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
        return select.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ id }) => String(id))
      },
      outsideBytes: () => Number(pages.get()?.bytes),
    }
  },
}
