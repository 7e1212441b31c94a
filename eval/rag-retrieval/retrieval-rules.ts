// What the retrieval evaluation measures, and which way it is better (spec 07, "Commands").
import type { CaseResult } from '../gate/case-result.ts'
import type { GateRules } from '../gate/gate-rules.ts'
import { mean } from '../metrics/mean.ts'
import type { HitLevel } from './hit-level.ts'

/** Null where the figure applies to none of the cases; NaN where one of them could not be measured. */
function meanOf(metric: string) {
  return (cases: readonly CaseResult[]) => {
    const values = cases.filter(({ metrics }) => metric in metrics).map(({ metrics }) => metrics[metric] ?? Number.NaN)
    return values.length === 0 ? null : mean(values)
  }
}

const isAnswerable = ({ observed }: CaseResult) => observed.hitLevel !== null
/** Answerable, and asked of an engine. */
const isMeasured = ({ metrics }: CaseResult) => 'recallAtK' in metrics
const atLevel = (cases: readonly CaseResult[], level: HitLevel) =>
  cases.filter(({ observed }) => observed.hitLevel === level).length

export const retrievalRules: GateRules = {
  evaluation: 'rag-retrieval',
  title: 'Retrieval and evidence',
  fields: {
    hitLevel: { title: 'hit level', better: ['strong', 'weak', 'miss'] satisfies HitLevel[], applies: isAnswerable },
    firstExpectedRank: { title: 'first expected rank', better: 'lower', applies: isAnswerable },
    selectedAttempt: { title: 'selected attempt', better: 'neither' },
    fallbackReason: { title: 'fallback reason', better: 'neither' },
    evidenceStatus: { title: 'evidence status', better: 'neither' },
    rerankTopSource: { title: 'top rerank source', better: 'neither' },
    relevanceLevel: { title: 'grade', better: 'neither' },
    truncated: { title: 'truncated', better: 'neither' },
  },
  caseMetrics: { recallAtK: 'higher', reciprocalRank: 'higher', ndcgAtK: 'higher' },
  metrics: {
    recallAtK: { title: 'recall@k', better: 'higher', unit: 'share', over: meanOf('recallAtK') },
    strongHitRate: {
      title: 'strong hit rate',
      better: 'higher',
      unit: 'share',
      over: (cases) => {
        const asked = cases.filter(isMeasured)
        return asked.length === 0 ? null : atLevel(asked, 'strong') / asked.length
      },
    },
    missCount: {
      title: 'misses',
      better: 'lower',
      unit: 'count',
      over: (cases) => atLevel(cases.filter(isMeasured), 'miss'),
    },
    mrr: { title: 'MRR', better: 'higher', unit: 'share', over: meanOf('reciprocalRank') },
    ndcgAtK: { title: 'nDCG@k', better: 'higher', unit: 'share', over: meanOf('ndcgAtK') },
  },
}
