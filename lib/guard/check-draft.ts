import type { GuardVerdict } from '../contract/verdict.ts'
import { applyRule, type Reported } from './apply-rule.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { citedToolCalls } from './cited-tool-calls.ts'
import { listViolations } from './list-violations.ts'
import type { OpenedDraft } from './open-draft.ts'
import { type CitedEvidence, resolveCall } from './resolve-call.ts'
import type { CitedAnalysis } from './rule.ts'
import { contentRules } from './rules.ts'

/**
 * Whether every citation of a draft is real and its structure legal (spec 04). Pure: the same draft, evidence and options
 * always give the same answer. Text is never read for citations: only the fields are.
 * @param evidence the records of `citedToolCalls(opened)`, read from the ledger
 * @param options `requireQuotes`: each NORMAL analysis needs a quote; `now`: epoch ms, against which records expire
 */
export function checkDraft(
  opened: OpenedDraft,
  evidence: CitedEvidence,
  options: { readonly requireQuotes: boolean; readonly now: number },
): GuardVerdict {
  if (!opened.wellFormed) return reject(opened.reported)
  const { draft } = opened
  const resolved = new Map(citedToolCalls(opened).map((id) => [id, resolveCall(id, evidence, options.now)]))
  const analyses: CitedAnalysis[] = draft.analysis.map((analysis) => ({
    analysis,
    calls: analysis.tool_call_ids.map((id) => resolved.get(id) ?? { id, state: 'UNKNOWN' }),
  }))
  const subject = { draft, analyses, knownIds: evidence.knownIds, requireQuotes: options.requireQuotes }
  const reported = contentRules.flatMap((rule) => applyRule(rule, subject))
  if (reported.length > 0) return reject(reported)
  return { verdict: 'PASS', violations: [], violations_total: 0, snapshot: buildSnapshot(analyses) }
}

function reject(reported: readonly Reported[]): GuardVerdict {
  return {
    verdict: 'REJECT',
    violations: listViolations(reported),
    violations_total: reported.length,
    snapshot: null,
  }
}
