import { markdownTable } from '../markdown-table.ts'
import type { FalseEvidence } from './false-evidence.ts'
import type { CorpusSummary } from './summarize-corpus.ts'

/** The figures as Markdown tables. */
export function renderTables(summaries: readonly CorpusSummary[], absent: readonly FalseEvidence[]): string {
  const ranking = markdownTable(
    [
      'corpus',
      'documents',
      'queries',
      'nDCG@10',
      'recall@5',
      '@10',
      '@20',
      '@100',
      'MRR',
      'nDCG@10 of the evidence',
      'answered',
    ],
    summaries.map((one) => [
      one.corpus,
      String(one.documents),
      String(one.queries),
      figure(one.ndcg10),
      figure(one.recall5),
      figure(one.recall10),
      figure(one.recall20),
      figure(one.recall100),
      figure(one.mrr),
      figure(one.evidenceNdcg10),
      percent(one.answered),
    ]),
  )
  const grades = markdownTable(
    ['corpus', 'grade', 'first documents', 'of them right', 'documents', 'of them right'],
    summaries.flatMap(({ corpus, grades: rows }) =>
      rows.map((row) => [
        corpus,
        row.grade,
        String(row.first),
        percent(row.firstRight),
        String(row.shown),
        percent(row.shownRight),
      ]),
    ),
  )
  const alarms = markdownTable(
    ['questions', 'put to', 'asked', 'get evidence', 'REFERENCE or better', 'PRECISE'],
    absent.map((one) => [
      one.asked,
      one.of,
      String(one.questions),
      percent(one.any),
      percent(one.reference),
      percent(one.precise),
    ]),
  )
  const parts = ['Ranking', ranking, 'Evidence by grade (unjudged counts as wrong)', grades]
  return [...parts, ...(absent.length === 0 ? [] : ['Questions without an answer', alarms])].join('\n\n')
}

function figure(value: number): string {
  return value.toFixed(4)
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(1)} %`
}
