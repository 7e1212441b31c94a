// What came of a case, in the words of its expectation.
import { reviewToolName } from '../../functions/semantic-guard/ask-judge.ts'
import { ragToolResult } from '../../lib/contract/rag-tool-result.ts'
import type { RejectedDraft } from '../../lib/contract/report.ts'
import type { RunView } from '../../lib/contract/run.ts'
import type { SemanticReview } from '../../lib/contract/semantic.ts'
import { violationCodes } from '../../lib/contract/violations.ts'
import { callNumber } from './call-number.ts'
import type { Expectation } from './diagnosis-case.ts'
import { shownAnswers } from './shown-answers.ts'
import type { ChatRequest } from './world/scripted-model.ts'

/** Like an expectation, with every count known and every statement named. */
export type Observation = Omit<Expectation, 'statements' | 'semantic'> & {
  readonly statements: {
    readonly normal: number
    readonly negative: number
    readonly conclusion: boolean
    readonly actions: number
    readonly limitations: number
  } | null
  readonly semantic: Readonly<Record<string, string>>
}

/** @param heard what the model was told, request by request. `trace`: what the machine had done */
export function observeRun(run: RunView, heard: readonly ChatRequest[], trace: string): Observation {
  const { report } = run
  const turns = heard.filter(({ tools }) => !tools.some((tool) => tool.function.name === reviewToolName))
  const draft = report?.draft ?? null
  const kinds = draft?.analysis.map(({ kind }) => kind) ?? []
  return {
    state: run.state === 'PUBLISHED' || run.state === 'FALLBACK' ? run.state : 'FAILED',
    cause: report?.fallback_cause ?? null,
    trace,
    asked: heard.length,
    repairs: run.turns.filter(({ kind, messages }) => kind === 'repair' && messages.some((m) => m.role === 'assistant'))
      .length,
    stop: run.harness.stop_reason,
    verified: report?.citations_verified ?? false,
    semantic: Object.fromEntries((report?.semantic ?? []).map(({ statement, verdict }) => [statement, verdict])),
    judged: report === null ? null : judgedBy(report.semantic_review),
    statements:
      draft === null
        ? null
        : {
            normal: kinds.filter((kind) => kind === 'NORMAL').length,
            negative: kinds.filter((kind) => kind === 'NEGATIVE_OBSERVATION').length,
            conclusion: draft.conclusion !== null,
            actions: draft.action_plan.length,
            limitations: draft.limitations?.length ?? 0,
          },
    calls: run.invocations.toSorted((a, b) => callNumber(a.tool_call_id) - callNumber(b.tool_call_id)).map(callOf),
    told: shownAnswers(turns.at(-1))
      .flatMap((answer) => (answer.error === null ? [] : [answer.error]))
      .filter((code) => code !== 'DRAFT_REJECTED'),
    drafts: run.drafts.map(draftOf),
    evidence: [
      ...new Set(report?.snapshot?.invocations.flatMap(({ items }) => items.map((i) => i.document_id))),
    ].sort(),
  }
}

function callOf({ status, result, error, expired }: RunView['invocations'][number]): string {
  if (expired) return 'EXPIRED'
  if (status !== 'READY') return error === null ? status : `${status} ${error.code}`
  const view = ragToolResult.safeParse(result).data
  if (view === undefined) return 'NOT A VIEW'
  const found = view.returned_count === 0 ? '' : ` ${view.relevance_level ?? 'no grade'} ${view.returned_count}`
  return `${view.evidence_status}${found}${view.truncated ? ', truncated' : ''}`
}

function judgedBy(review: SemanticReview | null): string | null {
  if (review === null) return null
  return review.judge_unavailable === null ? review.layer : `rules, without judge: ${review.judge_unavailable}`
}

function draftOf({ turn, violations, semantic, refused = [] }: RejectedDraft): string {
  const codes = violations.map(({ code }) => code).sort((a, b) => violationCodes.indexOf(a) - violationCodes.indexOf(b))
  const counts = Map.groupBy([...refused.map(({ code }) => code), ...codes], (code) => code)
  const listed = [...counts].map(([code, all]) => (all.length === 1 ? code : `${code} x${all.length}`))
  const rows = (semantic?.rows ?? []).filter(({ verdict }) => verdict !== 'SUPPORTED')
  return `turn ${turn}: ${[...listed, ...rows.map((row) => `${row.statement} ${row.verdict}`)].join(', ')}`
}
