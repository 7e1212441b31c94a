import { Fault } from '../contract/faults.ts'
import { type DiagnosisReport, diagnosisReport } from '../contract/report.ts'
import { closeRun } from './close-run.ts'
import type { LedgerContext, RunAccess } from './ledger-context.ts'
import { reportKey } from './ledger-table.ts'
import { putOnce, readOnce } from './put-once.ts'
import { readOwnRun } from './read-own-run.ts'
import { reportBasis } from './report-basis.ts'
import { stateAt } from './run-item.ts'

/**
 * Writes the report once and closes the run: it takes no further calls. A run that has FAILED stays so.
 * @returns the report that stands
 * @throws Fault `E_STOP_REQUIRED` for a run without a report whose time is over, or that no workflow is at work on;
 * `E_NOT_FOUND`, `E_RUN_FORBIDDEN`
 */
export async function publishReport(
  context: LedgerContext,
  access: RunAccess,
  report: DiagnosisReport,
): Promise<DiagnosisReport> {
  const key = reportKey(access.runId)
  const run = await readOwnRun(context, access)
  const basis = await reportBasis(context, access)
  const running = stateAt(run, context.now()) === 'RUNNING'
  const stored = running
    ? await putOnce(context, access, key, report, null, { basis })
    : await readOnce(context, access, key)
  if (stored === undefined) {
    throw new Fault('E_STOP_REQUIRED', {
      message: 'This run is over, or no workflow is at work on it: it takes no report.',
    })
  }
  const stands = diagnosisReport.parse(stored)
  await closeRun(context, access, stands.status)
  return stands
}
