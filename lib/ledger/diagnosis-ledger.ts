import { Fault } from '../contract/faults.ts'
import type { CanonicalInvocation, Harness } from '../contract/invocation.ts'
import type { DiagnosisReport } from '../contract/report.ts'
import type { RunState } from '../contract/run-state.ts'
import { type SemanticReview, semanticReview } from '../contract/semantic.ts'
import { type TurnItem, turnItem } from '../contract/turn.ts'
import { openRun } from './claim-run.ts'
import { failRun } from './fail-run.ts'
import type { LedgerContext, RunAccess } from './ledger-context.ts'
import { reviewKey, turnKey } from './ledger-table.ts'
import { publishReport } from './publish-report.ts'
import { putOnce } from './put-once.ts'
import { readOwnRun } from './read-own-run.ts'
import { readRun } from './read-run.ts'
import { readTurnDraft } from './read-turn-draft.ts'
import { refuseClosed } from './reserve-call.ts'

/** A run as the workflow's functions see it. */
export type DiagnosisRun = {
  readonly question: string
  readonly state: RunState
  readonly harness: Pick<Harness, 'tool_calls_used' | 'tool_calls_budget' | 'stop_required' | 'stop_reason'>
  /** Finished calls, READY or FAILED, in the order of acceptance. */
  readonly calls: readonly CanonicalInvocation[]
  /** In order. */
  readonly turns: readonly TurnItem[]
  /** What the semantic guard said, by the turn whose draft it is of. */
  readonly reviews: ReadonlyMap<number, SemanticReview>
  /** Epoch milliseconds by which the workflow must be through. */
  readonly endsAt: number
  readonly report: DiagnosisReport | null
}

/** What the diagnosis workflow keeps in the ledger beside its calls (spec 03, `TURN#{n}` and `REPORT`). */
export type DiagnosisLedger = {
  /**
   * Opens a run for a question, bound to the caller, in state RUNNING.
   * @param lifeSeconds what its workflow may take; a run that is RUNNING beyond it has failed
   * @throws Fault `E_RUN_EXISTS` for a run of one's own, `E_RUN_FORBIDDEN` for another's
   */
  readonly open: (access: RunAccess, question: string, lifeSeconds: number) => Promise<void>
  /** @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN` */
  readonly read: (access: RunAccess) => Promise<DiagnosisRun>
  /**
   * The draft of turn `n` as the model handed it in, whatever it is; undefined when that turn has none.
   * @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN`
   */
  readonly readDraft: (access: RunAccess, n: number) => Promise<unknown>
  /**
   * Writes a turn once.
   * @returns the turn that stands: the given one, or the winner's of a duplicate execution
   * @throws Fault `E_STOP_REQUIRED` for a run that is over
   */
  readonly putTurn: (access: RunAccess, turn: TurnItem) => Promise<TurnItem>
  /**
   * Writes once what the semantic guard said of the draft of turn `n`.
   * @returns what stands
   * @throws Fault `E_STOP_REQUIRED` for a run that is over
   */
  readonly putReview: (access: RunAccess, n: number, review: SemanticReview) => Promise<SemanticReview>
  /** Ends a run whose workflow could not be started: from now on it is FAILED. */
  readonly fail: (access: RunAccess) => Promise<void>
  /**
   * Writes the report once and closes the run: it takes no further calls.
   * @returns the report that stands
   * @throws Fault `E_STOP_REQUIRED` for a run that is over without one: FAILED stays FAILED
   */
  readonly publish: (access: RunAccess, report: DiagnosisReport) => Promise<DiagnosisReport>
}

/**
 * The workflow's part of the ledger over DynamoDB (spec 03): single-item writes only, and what stands once stays, so that a
 * duplicate execution changes nothing.
 * @throws Fault from each operation, beside those that stand with it: `E_LEDGER_UNAVAILABLE`
 */
export function createDiagnosisLedger(context: LedgerContext): DiagnosisLedger {
  return {
    open: (access, question, lifeSeconds) => openRun(context, access, question, lifeSeconds),
    read: async (access) => {
      const { run, state, harness, calls, turns, reviews, report } = await readRun(context, access)
      if (run === null && report === null) throw new Fault('E_NOT_FOUND', { message: 'There is no such run.' })
      return {
        question: run?.question ?? report?.question ?? '',
        state,
        harness,
        calls: calls.flatMap(({ record }) => (record === null ? [] : [record])),
        turns,
        reviews,
        endsAt: (run?.fails_at ?? 0) * 1000,
        report,
      }
    },
    readDraft: (access, n) => readTurnDraft(context, access, n),
    putTurn: async (access, turn) => {
      const expiresAt = await expiryOf(context, access)
      return turnItem.parse(await putOnce(context, access, turnKey(access.runId, turn.n), turn, expiresAt))
    },
    putReview: async (access, n, review) => {
      const expiresAt = await expiryOf(context, access)
      return semanticReview.parse(await putOnce(context, access, reviewKey(access.runId, n), review, expiresAt))
    },
    fail: (access) => failRun(context, access),
    publish: (access, report) => publishReport(context, access, report),
  }
}

/**
 * A turn lives as long as its run, and nothing is added to a run that is over: an answer after a timeout changes nothing.
 * @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN`, `E_STOP_REQUIRED`
 */
async function expiryOf(context: LedgerContext, access: RunAccess): Promise<number> {
  const run = await readOwnRun(context, access)
  refuseClosed(run, context.now())
  return run.expires_at
}
