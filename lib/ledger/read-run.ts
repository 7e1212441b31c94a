// A whole run, for people: every call as the agent saw it, with its audits (spec 03; `GET /api/runs/{run_id}` in 08).
import { Fault } from '../contract/faults.ts'
import type { CanonicalInvocation, Harness } from '../contract/invocation.ts'
import { type DiagnosisReport, diagnosisReport } from '../contract/report.ts'
import type { RunState } from '../contract/run-state.ts'
import { type SemanticReview, semanticReview } from '../contract/semantic.ts'
import { type TurnItem, turnItem } from '../contract/turn.ts'
import { account, harnessOf } from './accounting.ts'
import { type AuditItem, auditItem } from './audit.ts'
import { borneOut } from './borne-out.ts'
import { isExpired, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { kindOf, toolCallIdOf, turnOfReview } from './ledger-table.ts'
import { openRecord } from './open-record.ts'
import { unpackJson } from './pack-json.ts'
import { queryRun } from './query-run.ts'
import { notAfter } from './report-basis.ts'
import { type LogEntry, type RunItem, runItem, stateAt } from './run-item.ts'

export type StoredRun = {
  readonly state: RunState
  /** Null when the run itself has expired and only audits outlive it. */
  readonly run: RunItem | null
  readonly harness: Pick<
    Harness,
    'no_gain_streak' | 'tool_calls_used' | 'tool_calls_budget' | 'stop_required' | 'stop_reason'
  >
  readonly calls: readonly {
    readonly toolCallId: string
    /** Null for a call of an expired run. */
    readonly entry: LogEntry | null
    /** Null when the call never finished, or has expired. */
    readonly record: CanonicalInvocation | null
    readonly audits: readonly AuditItem[]
  }[]
  readonly turns: readonly TurnItem[]
  /** By the turn whose draft they are of. */
  readonly reviews: ReadonlyMap<number, SemanticReview>
  readonly report: DiagnosisReport | null
}

/** @throws Fault `E_NOT_FOUND` when nothing of the run is left, `E_RUN_FORBIDDEN` when what is left is another caller's */
export async function readRun(context: LedgerContext, access: RunAccess): Promise<StoredRun> {
  const items = (await queryRun(context, access, '')).filter((item) => !isExpired(item, context.now()))
  if (items.length === 0) throw new Fault('E_NOT_FOUND', { message: 'There is no such run.' })
  if (items.some((item) => item.owner !== access.owner)) throw new Fault('E_RUN_FORBIDDEN')
  const of = (kind: ReturnType<typeof kindOf>) => items.filter((item) => kindOf(String(item.item)) === kind)
  const [run = null] = of('RUN').map((item) => runItem.parse(item))
  const audits = Map.groupBy(
    of('AUDIT').map((item) => auditItem.parse(item)),
    (audit) => audit.tool_call_id,
  )
  const entries = new Map((run?.log ?? []).map((entry) => [entry.tool_call_id, entry]))
  const records = new Map(
    of('CALL').flatMap((item) => {
      const id = toolCallIdOf(String(item.item))
      const entry = entries.get(id)
      const record = entry === undefined ? null : borneOut(openRecord(item), entry, context.now())
      return record === null ? [] : [[id, record] as const]
    }),
  )
  const ids = new Set([...entries.keys(), ...records.keys(), ...audits.keys()])
  const accounting = account(run?.log ?? [], context.limits, run?.stop_reason ?? null)
  const [report = null] = of('REPORT').map((item) => diagnosisReport.parse(unpackJson(item.body)))
  const reported = notAfter(of('REPORT')[0])
  return {
    state: stateOf(run, report, context.now()),
    run,
    turns: of('TURN')
      .filter(reported)
      .map((item) => turnItem.parse(unpackJson(item.body))),
    reviews: new Map(
      of('REVIEW')
        .filter(reported)
        .map((item) => [turnOfReview(String(item.item)), semanticReview.parse(unpackJson(item.body))]),
    ),
    report,
    harness: harnessOf(accounting, '', false, context.limits),
    calls: [...ids].map((toolCallId) => ({
      toolCallId,
      entry: entries.get(toolCallId) ?? null,
      record: records.get(toolCallId) ?? null,
      audits: audits.get(toolCallId) ?? [],
    })),
  }
}

/** A report says how a run ended. */
function stateOf(run: RunItem | null, report: DiagnosisReport | null, now: number): RunState {
  if (report !== null) return report.status
  return run === null ? 'OPEN' : stateAt(run, now)
}
