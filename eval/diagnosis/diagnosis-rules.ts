// How the results of this evaluation are read. A case says exactly what must come of it, so whether it passes is what is better or
// worse; what it observed says what changed.
import type { CaseResult } from '../gate/case-result.ts'
import type { FieldRule, GateRules, MetricRule } from '../gate/gate-rules.ts'

const shown = (title: string): FieldRule => ({ title, better: 'neither' })

export const diagnosisRules: GateRules = {
  evaluation: 'diagnosis',
  title: 'Diagnosis evaluation',
  fields: {
    state: shown('state'),
    cause: shown('why there is no diagnosis'),
    trace: shown('tasks'),
    asked: shown('requests to the model'),
    repairs: shown('repairs'),
    stop: shown('why the search was stopped'),
    verified: shown('citations verified'),
    semantic: shown('statements'),
    judged: shown('judged by'),
    'statements.normal': shown('NORMAL analyses'),
    'statements.negative': shown('NEGATIVE_OBSERVATIONs'),
    'statements.conclusion': shown('a conclusion'),
    'statements.actions': shown('actions'),
    'statements.limitations': shown('limitations'),
    calls: shown('calls in the ledger'),
    told: shown('errors that the model was told'),
    drafts: shown('rejected drafts'),
    evidence: shown('evidence in the report'),
  },
  caseMetrics: {},
  metrics: {
    honestPublished: shareOf('honest runs published', 'honest', ({ observed }) => observed.state === 'PUBLISHED'),
    liesStopped: shareOf('lies stopped', 'lie', ({ observed }) => observed.state === 'FALLBACK'),
    fallbacksExplained: {
      title: 'fallbacks that say why',
      better: 'higher',
      unit: 'share',
      over: (cases) =>
        share(
          cases.filter(({ observed }) => observed.state === 'FALLBACK'),
          ({ observed }) => observed.cause !== null,
        ),
    },
    promisesBroken: {
      title: 'runs that break a promise',
      better: 'lower',
      unit: 'count',
      over: (cases) => cases.filter(({ failures }) => failures.some((f) => f.field.startsWith('promises.'))).length,
    },
  },
}

function shareOf(title: string, tag: string, holds: (result: CaseResult) => boolean): MetricRule {
  return {
    title,
    better: 'higher',
    unit: 'share',
    over: (cases) =>
      share(
        cases.filter(({ tags }) => tags.includes(tag)),
        holds,
      ),
  }
}

/** Null when there is none to take a share of. */
function share(cases: readonly CaseResult[], holds: (result: CaseResult) => boolean): number | null {
  return cases.length === 0 ? null : cases.filter(holds).length / cases.length
}
