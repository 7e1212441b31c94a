import { Fault } from '../contract/faults.ts'
import type { LedgerContext, RunAccess } from './ledger-context.ts'
import { readRunItem } from './read-run-item.ts'
import type { RunItem } from './run-item.ts'

/** The caller's run. Strongly consistent. @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN` */
export async function readOwnRun(context: LedgerContext, { runId, owner, deadline }: RunAccess): Promise<RunItem> {
  const run = await readRunItem(context, runId, deadline)
  if (run === null) throw new Fault('E_NOT_FOUND', { message: 'There is no such run.' })
  if (run.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
  return run
}
