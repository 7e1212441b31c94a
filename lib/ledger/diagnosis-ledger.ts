import type { CanonicalInvocation, Harness } from '../contract/invocation.ts'
import type { DiagnosisReport } from '../contract/report.ts'
import type { RunState } from '../contract/run.ts'
import type { TurnItem } from '../contract/turn.ts'
import type { RunAccess } from './ledger-context.ts'

/** A run as the workflow's functions see it. */
export type DiagnosisRun = {
  readonly question: string
  readonly state: RunState
  readonly harness: Pick<Harness, 'tool_calls_used' | 'tool_calls_budget' | 'stop_required' | 'stop_reason'>
  /** Finished calls, READY or FAILED, in the order of acceptance. */
  readonly calls: readonly CanonicalInvocation[]
  /** In order. */
  readonly turns: readonly TurnItem[]
  readonly report: DiagnosisReport | null
}

/** What the diagnosis workflow keeps in the ledger beside its calls (spec 03, `TURN#{n}` and `REPORT`). */
export type DiagnosisLedger = {
  /**
   * Opens a run for a question, bound to the caller, in state RUNNING.
   * @throws Fault `E_RUN_EXISTS` for a run of one's own, `E_RUN_FORBIDDEN` for another's
   */
  readonly open: (access: RunAccess, question: string) => Promise<void>
  /** @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN` */
  readonly read: (access: RunAccess) => Promise<DiagnosisRun>
  /** Writes a turn once. @returns the turn that stands: the given one, or the winner's of a duplicate execution */
  readonly putTurn: (access: RunAccess, turn: TurnItem) => Promise<TurnItem>
  /** Writes the report once and closes the run. @returns the report that stands */
  readonly publish: (access: RunAccess, report: DiagnosisReport) => Promise<DiagnosisReport>
}
