import type { Ranking } from './run-corpus.ts'

/**
 * A run in TREC's format, `query Q0 document rank score tag`, ranks from 1: what trec_eval reads. White space in an id is
 * percent-encoded, since it would split the line.
 */
export function trecRun(rankings: readonly Ranking[], tag: string): string {
  const rows = rankings.flatMap(({ query, found }) =>
    found.map(({ id, score }, at) => [plain(query), 'Q0', plain(id), at + 1, score.toFixed(6), plain(tag)].join(' ')),
  )
  return rows.map((row) => `${row}\n`).join('')
}

function plain(id: string): string {
  return id.replace(/\s/g, (space) => encodeURIComponent(space))
}
