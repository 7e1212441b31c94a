import type { FalseEvidence } from './false-evidence.ts'
import type { CorpusSummary } from './summarize-corpus.ts'

/** nDCG@10 that a corpus must reach. */
const ndcgGoals: Readonly<Record<string, number>> = { scifact: 0.7, 'runbooks-en': 0.8, 'runbooks-zh': 0.75 }

/** Share of questions of another domain that may get evidence called PRECISE. */
const mostFalsePrecise = 0.01

/** What misses the goals, one sentence each. A figure that is no number misses; a corpus without a goal has none to miss. */
export function missedGoals(summaries: readonly CorpusSummary[], absent: readonly FalseEvidence[]): string[] {
  const figures = summaries.flatMap(({ corpus, ndcg10 }) => {
    const goal = ndcgGoals[corpus] ?? 0
    return ndcg10 >= goal ? [] : [`${corpus}: nDCG@10 is ${ndcg10.toFixed(4)}, below ${goal}`]
  })
  const alarms = absent.flatMap(({ asked, of, precise }) =>
    precise <= mostFalsePrecise
      ? []
      : [
          `${asked} put to ${of}: ${(100 * precise).toFixed(1)} % get PRECISE evidence, goal ${100 * mostFalsePrecise} %`,
        ],
  )
  return [...figures, ...alarms]
}
