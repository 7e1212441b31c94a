// What holds for every run, whatever its case expects (spec README, "The five rules", and 06).
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import type { DiagnosisReport } from '../../lib/contract/report.ts'
import type { RunView } from '../../lib/contract/run.ts'
import type { EvidenceSnapshot } from '../../lib/contract/verdict.ts'
import { foldQuote } from '../../lib/text/fold-quote.ts'
import { isBlank } from '../../lib/text/is-blank.ts'
import { shownAnswers } from './shown-answers.ts'
import type { ChatRequest } from './world/scripted-model.ts'

export type RunTraces = {
  readonly heard: readonly ChatRequest[]
  readonly events: readonly unknown[]
  /** UTF-8 bytes. */
  readonly largestState: number
  /** A record was changed behind the ledger's back: it is no evidence, and a fallback leaves it out. */
  readonly tampered: boolean
}

/** What is broken, in words; its name is `promises.{name}`. */
export type BrokenPromise = { readonly name: string; readonly message: string }

const stateBytes = 32_768

/** The promises that a run breaks, as it is read when its time is over; none for one that keeps them all. */
export function checkPromises(run: RunView, { heard, events, largestState, tampered }: RunTraces): BrokenPromise[] {
  const { report, invocations } = run
  const stored = new Set(invocations.map(({ result }) => JSON.stringify(result)))
  const altered = (i: RunView['invocations'][number]) => tampered && i.status === 'READY' && i.result === null
  const gone = new Set(invocations.filter((i) => i.expired || altered(i)).map((i) => i.tool_call_id))
  const shown = shownAnswers(heard.at(-1)).filter((a) => a.error === null && !gone.has(a.tool_call_id))
  return [
    ...broken(
      shown.every(({ text }) => stored.has(text)),
      'shown',
      'The model saw something else than the ledger has.',
    ),
    ...broken(largestState < stateBytes, 'state', 'The state machine carried 32 KB or more.'),
    ...broken(
      JSON.stringify(events).includes(`"${run.run_id}"`) === (report !== null),
      'event',
      'An event goes out for a run with a report, and only for such.',
    ),
    ...(report === null ? [] : report.status === 'PUBLISHED' ? ofPublished(report) : ofFallback(report, run, tampered)),
  ]
}

function broken(kept: boolean, name: string, message: string): BrokenPromise[] {
  return kept ? [] : [{ name, message }]
}

function ofPublished({ draft, snapshot, semantic, ...report }: DiagnosisReport): BrokenPromise[] {
  if (draft === null || snapshot === null)
    return broken(false, 'published', 'A published report has draft and snapshot.')
  const statements = [
    ...draft.analysis.map((_, i) => `/analysis/${i}`),
    ...(draft.conclusion === null ? [] : ['/conclusion']),
    ...draft.action_plan.map((_, i) => `/action_plan/${i}`),
  ]
  const supported = semantic.filter(({ verdict }) => verdict === 'SUPPORTED').map(({ statement }) => statement)
  return [
    ...broken(
      report.violations.length === 0 && report.fallback_cause === null && report.citations_verified,
      'published',
      'A published report has no violations and no fallback cause, and its citations are verified.',
    ),
    ...broken(statements.join() === supported.join(), 'statements', 'Each published statement is SUPPORTED, once.'),
    ...broken(
      draft.analysis.every((a) => isCited(a, snapshot)),
      'citations',
      'A citation is not in the snapshot.',
    ),
    ...broken(!saysNothing(report.limitations), 'limitations', 'A published report states its limitations.'),
  ]
}

/** Looked up here anew, apart from the guard: each cited item in each call's evidence, each quote in its item's words. */
function isCited(analysis: DiagnosisDraft['analysis'][number], snapshot: EvidenceSnapshot): boolean {
  const calls = snapshot.invocations.filter((i) => analysis.tool_call_ids.includes(i.tool_call_id))
  const items = calls.flatMap((call) => call.items)
  if (calls.length !== new Set(analysis.tool_call_ids).size || calls.length === 0) return false
  if (analysis.kind === 'NEGATIVE_OBSERVATION') return calls.every((call) => call.evidence_status === 'NO_EVIDENCE')
  return (
    calls.every((call) => call.evidence_status === 'EVIDENCE_FOUND') &&
    analysis.document_ids.every((id) => items.some((item) => item.document_id === id)) &&
    analysis.quotes.length > 0 &&
    analysis.quotes.every(({ document_id, text }) =>
      items.some((item) => item.document_id === document_id && foldQuote(item.excerpt).includes(foldQuote(text))),
    )
  )
}

function ofFallback({ draft, snapshot, ...report }: DiagnosisReport, run: RunView, tampered: boolean): BrokenPromise[] {
  const ready = run.invocations.filter(({ status, expired }) => status === 'READY' && !expired)
  const listed = new Set(snapshot?.invocations.map((i) => i.tool_call_id))
  return [
    ...broken(
      draft === null && !report.citations_verified && report.fallback_cause !== null,
      'fallback',
      'A fallback has no draft, no verified citations, and a cause.',
    ),
    ...broken(
      !saysNothing(report.limitations) && !isBlank(report.message ?? ''),
      'limitations',
      'A fallback says why, and what it does not know.',
    ),
    ...broken(
      !stoppedByDraft(report) || saysWhatStopped(report),
      'stopped',
      'A fallback whose draft could not be repaired says what stopped that draft.',
    ),
    ...broken(report.question === run.question, 'question', 'A fallback names the question.'),
    ...broken(
      tampered || (ready.every((i) => listed.has(i.tool_call_id)) && listed.size === ready.length),
      'found',
      'A fallback shows what was found: every call of the ledger that succeeded, and no other.',
    ),
  ]
}

type Stopped = Pick<DiagnosisReport, 'fallback_cause' | 'violations' | 'refused' | 'semantic'>

const stoppedByDraft = ({ fallback_cause }: Stopped) =>
  fallback_cause === 'REPAIRS_EXHAUSTED' || fallback_cause === 'REPAIR_UNCHANGED'

const saysWhatStopped = ({ violations, refused, semantic }: Stopped) =>
  violations.length + refused.length > 0 || semantic.some(({ verdict }) => verdict !== 'SUPPORTED')

const saysNothing = (texts: readonly string[]) => texts.every(isBlank)
