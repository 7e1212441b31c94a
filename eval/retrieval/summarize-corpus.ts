import { mean } from '../metrics/mean.ts'
import { ndcg } from '../metrics/ndcg.ts'
import { recall } from '../metrics/recall.ts'
import { reciprocalRank } from '../metrics/reciprocal-rank.ts'
import { isRelevant, type Relevance } from '../metrics/relevance.ts'
import type { Corpus } from './corpus.ts'
import { type Grade, gradeOf, grades } from './grade-of.ts'
import type { Ranking } from './run-corpus.ts'

/** How often evidence of one grade was right. */
export type GradeFigures = {
  readonly grade: Grade
  /** Queries whose first document has this grade, and the share of them in which it is a relevant one. */
  readonly first: number
  readonly firstRight: number | null
  /** Documents of this grade in all, and the share of them that are relevant. Unjudged ones count as wrong. */
  readonly shown: number
  readonly shownRight: number | null
}

export type CorpusSummary = {
  readonly corpus: string
  readonly documents: number
  readonly queries: number
  readonly ndcg10: number
  readonly recall5: number
  readonly recall10: number
  readonly recall20: number
  readonly recall100: number
  readonly mrr: number
  /** nDCG@10 of what is given as evidence only, and the share of queries that get any. */
  readonly evidenceNdcg10: number
  readonly answered: number
  readonly grades: readonly GradeFigures[]
}

/** The figures of one corpus: means over all judged queries, those without an answer included. */
export function summarizeCorpus(corpus: Corpus, rankings: readonly Ranking[]): CorpusSummary {
  const rows = rankings.map(({ query, found }) => ({
    found,
    relevance: corpus.qrels.get(query) ?? new Map<string, number>(),
    ranked: found.map(({ id }) => id),
    evidence: found.filter(({ evidence }) => evidence),
  }))
  const meanOf = (metric: (row: (typeof rows)[number]) => number) => mean(rows.map(metric))
  return {
    corpus: corpus.name,
    documents: corpus.documents.length,
    queries: rows.length,
    ndcg10: meanOf(({ ranked, relevance }) => ndcg(ranked, relevance, 10)),
    recall5: meanOf(({ ranked, relevance }) => recall(ranked, relevance, 5)),
    recall10: meanOf(({ ranked, relevance }) => recall(ranked, relevance, 10)),
    recall20: meanOf(({ ranked, relevance }) => recall(ranked, relevance, 20)),
    recall100: meanOf(({ ranked, relevance }) => recall(ranked, relevance, 100)),
    mrr: meanOf(({ ranked, relevance }) => reciprocalRank(ranked, relevance)),
    evidenceNdcg10: meanOf(({ evidence, relevance }) =>
      ndcg(
        evidence.map(({ id }) => id),
        relevance,
        10,
      ),
    ),
    answered: meanOf(({ evidence }) => (evidence.length > 0 ? 1 : 0)),
    grades: grades.map((grade) => gradeFigures(grade, rows)),
  }
}

function gradeFigures(
  grade: Grade,
  rows: readonly { evidence: readonly { id: string; score: number }[]; relevance: Relevance }[],
): GradeFigures {
  const shown = rows.flatMap(({ evidence, relevance }) =>
    evidence.map(({ id, score }, at) => ({ grade: gradeOf(score), first: at === 0, right: isRelevant(relevance, id) })),
  )
  const ofGrade = shown.filter((one) => one.grade === grade)
  const firsts = ofGrade.filter(({ first }) => first)
  return {
    grade,
    first: firsts.length,
    firstRight: shareRight(firsts),
    shown: ofGrade.length,
    shownRight: shareRight(ofGrade),
  }
}

function shareRight(items: readonly { readonly right: boolean }[]): number | null {
  return items.length === 0 ? null : items.filter(({ right }) => right).length / items.length
}
