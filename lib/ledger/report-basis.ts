// What a report was written on. A turn or review whose write was under way when its run got its report lands after it, and no
// condition on a single item can stop it; so the report names what it knew, and what it does not name is not shown.
import * as z from 'zod'
import type { LedgerContext, RunAccess } from './ledger-context.ts'
import { reviewPrefix, turnPrefix } from './ledger-table.ts'
import { queryRun } from './query-run.ts'

const basis = z.array(z.string()).optional()

/** The sort keys of the turns and reviews that are stored by now, for the report's item to keep. */
export async function reportBasis(context: LedgerContext, access: RunAccess): Promise<readonly string[]> {
  const found = await Promise.all([reviewPrefix, turnPrefix].map((prefix) => queryRun(context, access, prefix)))
  return found.flat().map((item) => String(item.item))
}

/** Tells the turns and reviews of a run that are not later than its report. @param report its item, if it has one */
export function notAfter(report: Readonly<Record<string, unknown>> | undefined): (item: { item?: unknown }) => boolean {
  const known = basis.parse(report?.basis)
  return known === undefined ? () => true : ({ item }) => known.includes(String(item))
}
