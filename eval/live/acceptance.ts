// Does a deployed stack keep its promises? One document goes in, is found, cited, verified, withdrawn and gone (spec 07).
import { acceptanceContext, type Check } from './acceptance-context.ts'
import type { ApiClient } from './api-client.ts'
import { diagnosisChecks } from './checks/diagnosis.ts'
import { documentChecks } from './checks/documents.ts'
import { guardAfterWithdrawalChecks, guardChecks } from './checks/guard.ts'
import { healthChecks } from './checks/health.ts'
import { lookupChecks } from './checks/lookup.ts'
import { runChecks } from './checks/run.ts'
import { withdrawalChecks } from './checks/withdrawal.ts'
import { takeAway } from './take-away.ts'
import type { Patience } from './until.ts'

export type AcceptanceOptions = Patience & { readonly diagnosis: boolean }

export type Acceptance = {
  /** In order: each one builds on those before it. */
  readonly checks: readonly Check[]
  /** Takes away what the checks have put there, however far they came; a check may still be waiting. To be called once. */
  readonly cleanUp: () => Promise<void>
}

/** The checks against one API. They leave nothing behind but runs, which expire by themselves. */
export function acceptanceOf(api: ApiClient, { diagnosis, ...patience }: AcceptanceOptions): Acceptance {
  const context = acceptanceContext(api, patience)
  const groups = [
    healthChecks,
    documentChecks,
    lookupChecks,
    guardChecks,
    runChecks,
    ...(diagnosis ? [diagnosisChecks] : []),
    withdrawalChecks,
    guardAfterWithdrawalChecks,
  ]
  return {
    checks: groups.flatMap((checksOf) => checksOf(context)),
    cleanUp: () => takeAway(context),
  }
}
