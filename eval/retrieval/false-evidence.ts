import { gradeOf } from './grade-of.ts'
import type { Ranking } from './run-corpus.ts'

/** How often questions that the documents don't answer got evidence all the same. Shares of the questions. */
export type FalseEvidence = {
  readonly asked: string
  readonly of: string
  readonly questions: number
  readonly any: number
  /** The best evidence is PRECISE; is REFERENCE or better. */
  readonly precise: number
  readonly reference: number
}

/** @param asked what the questions are called, `of` whom they were put to. The grade of a question is that of its best evidence. */
export function falseEvidence(asked: string, of: string, rankings: readonly Ranking[]): FalseEvidence {
  const best = rankings.map(({ found }) => found.find(({ evidence }) => evidence) ?? null)
  const share = (counts: (score: number) => boolean) =>
    best.filter((one) => one !== null && counts(one.score)).length / rankings.length
  return {
    asked,
    of,
    questions: rankings.length,
    any: share(() => true),
    precise: share((score) => gradeOf(score) === 'PRECISE'),
    reference: share((score) => gradeOf(score) !== 'WEAK'),
  }
}
