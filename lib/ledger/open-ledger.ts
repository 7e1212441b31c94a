import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Environment, EnvironmentSchema } from '../contract/settings.ts'
import type { AuditFailure } from './audit.ts'
import { createDiagnosisLedger, type DiagnosisLedger } from './diagnosis-ledger.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerContext } from './ledger-context.ts'
import { readCited } from './read-cited.ts'
import { readRun } from './read-run.ts'
import { readTurnDraft } from './read-turn-draft.ts'
import { recordCall } from './record-call.ts'

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

// Each function opens the part that it uses, so that no bundle carries the rest with the schemas of what lies there.

/** The half of the ledger that records calls. @param onAuditFailure gets each audit that could not be written */
export function openRecorder(
  settings: LedgerSettings,
  client: DynamoDBDocumentClient,
  onAuditFailure: (failure: AuditFailure) => void,
): Pick<Ledger, 'record'> {
  const context = { ...contextOf(settings, client), newId: () => randomUUID().slice(0, 8), onAuditFailure }
  return { record: (request, produce) => recordCall(context, request, produce) }
}

/** What a draft cites, for functions that judge one. */
export function openCitedReader(settings: LedgerSettings, client: DynamoDBDocumentClient): Pick<Ledger, 'readCited'> {
  const context = contextOf(settings, client)
  return { readCited: (access, toolCallIds) => readCited(context, access, toolCallIds) }
}

/** The reading half of the ledger, for functions that may not write it. */
export function openLedgerReader(
  settings: LedgerSettings,
  client: DynamoDBDocumentClient,
): Pick<Ledger, 'readCited' | 'readRun'> {
  const context = contextOf(settings, client)
  return { ...openCitedReader(settings, client), readRun: (access) => readRun(context, access) }
}

/** The drafts of the diagnosis workflow alone. */
export function openDraftReader(
  settings: LedgerSettings,
  client: DynamoDBDocumentClient,
): Pick<DiagnosisLedger, 'readDraft'> {
  const context = contextOf(settings, client)
  return { readDraft: (access, n) => readTurnDraft(context, access, n) }
}

/** What the diagnosis workflow keeps, as configured. */
export function openDiagnosisLedger(settings: LedgerSettings, client: DynamoDBDocumentClient): DiagnosisLedger {
  return createDiagnosisLedger(contextOf(settings, client))
}
