// Reports of an evaluation made up for tests: one level, one rank, one neutral field, one figure.
import { buildReport } from '../../../eval/gate/build-report.ts'
import type { CaseResult } from '../../../eval/gate/case-result.ts'
import type { GateRules } from '../../../eval/gate/gate-rules.ts'
import type { Report } from '../../../eval/gate/report.ts'
import { mean } from '../../../eval/metrics/mean.ts'

export const rules: GateRules = {
  evaluation: 'made-up',
  title: 'Made up',
  fields: {
    level: { title: 'level', better: ['strong', 'weak', 'miss'] },
    rank: { title: 'rank', better: 'lower' },
    way: { title: 'way', better: 'neither' },
  },
  caseMetrics: { gain: 'higher' },
  metrics: {
    gain: {
      title: 'gain',
      better: 'higher',
      unit: 'share',
      over: (cases) => mean(cases.map(({ metrics }) => metrics.gain ?? Number.NaN)),
    },
    misses: {
      title: 'misses',
      better: 'lower',
      unit: 'count',
      over: (cases) => cases.filter(({ observed }) => observed.level === 'miss').length,
    },
  },
}

export function caseOf(id: string, over: Partial<CaseResult> = {}): CaseResult {
  return {
    id,
    tags: ['en'],
    pass: true,
    failures: [],
    observed: { level: 'strong', rank: 1, way: 'direct' },
    metrics: { gain: 1 },
    ...over,
  }
}

export const failed = (id: string, over: Partial<CaseResult> = {}): CaseResult =>
  caseOf(id, {
    pass: false,
    failures: [{ field: 'level', expected: 'strong', actual: 'miss', message: 'Nothing was found.' }],
    observed: { level: 'miss', rank: null, way: 'direct' },
    metrics: { gain: 0 },
    ...over,
  })

export const reportOf = (cases: readonly CaseResult[], over: Partial<Report> = {}): Report => ({
  ...buildReport(rules, { engine: 'made-up-1', config: { k: 5 }, cases }),
  ...over,
})
