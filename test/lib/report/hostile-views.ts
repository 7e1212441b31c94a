// Runs in which every text that anyone may write is hostile.
import type { RunView } from '../../../lib/contract/run.ts'
import { fellBack, invocation, published, rejected, report, review, semanticRow, turn } from './run-views.ts'

/** Fields that are a contract's own words, times, or pointers: no one can write into them. */
const fixed = new Set(
  [
    'code kind status state outcome verdict rule layer origin next stop stop_reason role fallback_cause evidence_status',
    'relevance_level created_at published_at statement',
  ].flatMap((names) => names.split(' ')),
)

/** `value` with each free text changed by `change`, the same text in the same way. */
export function changed(value: unknown, change: (text: string) => string, key = ''): unknown {
  if (typeof value === 'string') return fixed.has(key) ? value : change(value)
  if (Array.isArray(value)) return value.map((v) => changed(v, change, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, changed(v, change, k)]))
}

/** Runs that show everything that a page can show. */
export const everything: readonly RunView[] = [
  published({
    report: report({
      semantic_review: review(
        [
          semanticRow('/analysis/0', { rule: 'judge', reason: 'Judged so.' }),
          semanticRow('/conclusion', { verdict: 'OVERSTATED', rule: 'strength', words: ['always', 'never'] }),
        ],
        { layer: 'judge', model: 'judge-model', judge_unavailable: 'it is away' },
      ),
    }),
  }),
  fellBack({
    invocations: [
      invocation('c1', { origin: 'recorded_by_caller', tool: 'metrics', audit: [{ note: 'text' }, 'text'] }),
      invocation('c2', { status: 'FAILED', result: null, error: { code: 'E_INTERNAL', message: 'trouble' } }),
      invocation('c3', { result: 'no json' }),
    ],
    drafts: [
      rejected({ draft: 'no draft', refused: [{ code: 'NEW', path: '/a', message: 'is new', hint: 'remove it' }] }),
      rejected({ semantic: review([semanticRow('/analysis/0', { verdict: 'UNSUPPORTED', words: ['504'] })]) }),
    ],
    turns: [
      turn(1, {
        messages: [
          { role: 'system', text: 'instructions' },
          { role: 'user', text: 'question' },
          { role: 'assistant', text: 'answer', tool_calls: [{ id: 'x', name: 'shell', arguments: '{' }] },
          { role: 'tool', tool_call_id: 'x', text: 'result' },
        ],
        lookups: [{ tool_call_id: 'c1', provider_id: 'x', query: 'query' }],
        refused: [{ tool_call_id: 'y', error: { code: 'NO_TOOL', message: 'no such tool' } }],
      }),
    ],
  }),
]
