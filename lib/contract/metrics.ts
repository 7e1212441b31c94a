// THE table of metrics. Whoever counts names a row, or it does not compile; dashboard, alarms and documents derive from it.
// Dimensions are told apart by few fixed values, never by ids: each combination is a metric that is paid for.
import { fallbackCauses } from './fallback-causes.ts'
import type { FunctionName } from './routes.ts'
import { violationCodes } from './violations.ts'

/** Of all metrics, unless `POWERTOOLS_METRICS_NAMESPACE` says otherwise, which keeps stages apart. */
export const metricsNamespace = 'EvidenceChain'

/** On every metric, beside the row's own dimensions: the function that emitted it. */
export const functionDimension = 'service'

type MetricRow = {
  readonly unit: 'Count' | 'Bytes' | 'Seconds' | 'Milliseconds'
  /** Which functions emit it: the values of `service`. */
  readonly functions: readonly FunctionName[]
  /** Its own dimensions, each with all of its values. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>
  readonly meaning: string
}

const knowledgeCallers = ['search-tool', 'ingest-proxy', 'rebuild-trigger'] as const

export const metrics = {
  Lookups: {
    unit: 'Count',
    functions: ['search-tool'],
    dimensions: { outcome: ['EVIDENCE_FOUND', 'NO_EVIDENCE', 'REPLAYED', 'REFUSED', 'FAILED'] },
    meaning:
      'Calls of lookup_knowledge. REFUSED: the caller was at fault or the run takes no more; FAILED: we or the service were.',
  },
  ViewBytes: {
    unit: 'Bytes',
    functions: ['search-tool'],
    dimensions: {},
    meaning: 'Size of each new agent view.',
  },
  TruncatedViews: {
    unit: 'Count',
    functions: ['search-tool'],
    dimensions: {},
    meaning: 'New agent views that were cut: 1 or 0 each, so that the average is the share.',
  },
  Grades: {
    unit: 'Count',
    functions: ['search-tool'],
    dimensions: { grade: ['PRECISE', 'REFERENCE', 'NONE'] },
    meaning: 'Grades of lookups that found evidence; NONE: weak evidence.',
  },
  GuardVerdicts: {
    unit: 'Count',
    functions: ['evidence-guard'],
    dimensions: { verdict: ['PASS', 'REJECT'] },
    meaning: 'Drafts that the evidence guard judged.',
  },
  GuardViolations: {
    unit: 'Count',
    functions: ['evidence-guard'],
    dimensions: { code: violationCodes },
    meaning: 'Violations in rejected drafts, of the listed ones: the sum counts violations, the samples count drafts.',
  },
  SemanticVerdicts: {
    unit: 'Count',
    functions: ['semantic-guard'],
    dimensions: { verdict: ['SUPPORTED', 'OVERSTATED', 'UNSUPPORTED', 'UNKNOWN'] },
    meaning: 'Statements that the semantic guard judged.',
  },
  Repairs: {
    unit: 'Count',
    functions: ['agent-turn'],
    dimensions: {},
    meaning: 'Drafts that the model was asked to repair.',
  },
  Reports: {
    unit: 'Count',
    functions: ['publish'],
    dimensions: { status: ['PUBLISHED', 'FALLBACK'] },
    meaning: 'Diagnoses that ended with a report.',
  },
  Fallbacks: {
    unit: 'Count',
    functions: ['publish'],
    dimensions: { cause: fallbackCauses },
    meaning: 'Diagnoses that ended without a published draft, by cause.',
  },
  DeferredIngests: {
    unit: 'Count',
    functions: ['ingest-proxy'],
    dimensions: { outcome: ['DEFERRED', 'GIVEN_UP'] },
    meaning: 'Ingests that failed and wait for another attempt, or were given up for their age.',
  },
  OldestPendingAge: {
    unit: 'Seconds',
    functions: ['ingest-proxy'],
    dimensions: {},
    meaning: 'Age of the oldest PENDING document, of the 100 that are due first; measured by each sweep, 0 for none.',
  },
  KnowledgeLatency: {
    unit: 'Milliseconds',
    functions: knowledgeCallers,
    dimensions: {
      operation: ['search', 'ingest', 'rebuild', 'task', 'health'],
      outcome: ['OK', 'REFUSED', 'ERROR', 'TIMEOUT', 'UNREACHABLE', 'UNREADABLE'],
    },
    meaning: 'Each attempt of a call to the knowledge service. REFUSED: 4xx; ERROR: any other status than 2xx.',
  },
  ConsumedCapacity: {
    unit: 'Count',
    functions: [
      'search-tool',
      'evidence-guard',
      'run-reader',
      'diagnosis-start',
      'agent-turn',
      'semantic-guard',
      'publish',
      'ingest-proxy',
      'rebuild-trigger',
    ],
    dimensions: { table: ['LEDGER', 'DOCUMENTS'] },
    meaning: 'Capacity units of each request to DynamoDB: the sum counts units, the samples count requests.',
  },
  AuditWriteFailures: {
    unit: 'Count',
    functions: ['search-tool'],
    dimensions: {},
    meaning: 'Audits that could not be written; the log has them.',
  },
  SettingsRefreshFailures: {
    unit: 'Count',
    functions: knowledgeCallers,
    dimensions: {},
    meaning: 'Refreshes of the parameters that failed or brought a value that is not valid; the last good ones stay.',
  },
} as const satisfies Record<string, MetricRow>

export type MetricName = keyof typeof metrics

type Dimensions = { readonly [M in MetricName]: (typeof metrics)[M]['dimensions'] }
/** The dimensions that a measurement of metric `M` names, each with one of its values. */
export type MetricDimensions<M extends MetricName> = {
  readonly [D in keyof Dimensions[M]]: Dimensions[M][D] extends readonly (infer V)[] ? V : never
}
