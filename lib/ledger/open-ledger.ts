import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Environment, EnvironmentSchema } from '../contract/settings.ts'
import type { AuditFailure } from './audit.ts'
import { createDiagnosisLedger, type DiagnosisLedger } from './diagnosis-ledger.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { LedgerContext } from './ledger-context.ts'

/** The settings that a function needs to use the ledger. */
export const ledgerSettings = [
  'LEDGER_TABLE',
  'LEDGER_TTL_SECONDS',
  'AUDIT_TTL_SECONDS',
  'RUN_TOOL_CALL_BUDGET',
  'RUN_NO_GAIN_LIMIT',
] as const

type LedgerSettings = Environment<EnvironmentSchema<(typeof ledgerSettings)[number]>>

function contextOf(settings: LedgerSettings, client: DynamoDBDocumentClient): LedgerContext {
  return {
    client,
    table: settings.LEDGER_TABLE,
    now: Date.now,
    ttlSeconds: settings.LEDGER_TTL_SECONDS,
    auditTtlSeconds: settings.AUDIT_TTL_SECONDS,
    limits: { budget: settings.RUN_TOOL_CALL_BUDGET, noGainLimit: settings.RUN_NO_GAIN_LIMIT },
  }
}

/** The ledger as configured. @param onAuditFailure gets each audit that could not be written */
export function openLedger(
  settings: LedgerSettings,
  client: DynamoDBDocumentClient,
  onAuditFailure: (failure: AuditFailure) => void,
): Ledger {
  return createLedger({ ...contextOf(settings, client), newId: () => randomUUID().slice(0, 8), onAuditFailure })
}

/** The reading half of the ledger, for functions that may not write it. */
export function openLedgerReader(
  settings: LedgerSettings,
  client: DynamoDBDocumentClient,
): Pick<Ledger, 'readCited' | 'readRun'> {
  const { readCited, readRun } = openLedger(settings, client, () => {})
  return { readCited, readRun }
}

/** What the diagnosis workflow keeps, as configured. */
export function openDiagnosisLedger(settings: LedgerSettings, client: DynamoDBDocumentClient): DiagnosisLedger {
  return createDiagnosisLedger(contextOf(settings, client))
}
