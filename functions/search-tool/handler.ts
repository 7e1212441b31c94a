import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { createParameterReader } from '../../lib/aws/parameter-store.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { createWithdrawals } from '../../lib/documents/withdrawals.ts'
import { openSearch } from '../../lib/knowledge/open-search.ts'
import { tellAttempt } from '../../lib/knowledge/tell-attempt.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openRecorder } from '../../lib/ledger/open-ledger.ts'
import { searchToolEnvironment } from './env.ts'
import { logAudit } from './log-audit.ts'
import { createLookup } from './lookup.ts'
import { lookupSettingsOf } from './lookup-settings.ts'
import { createRecord } from './record.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(searchToolEnvironment, environment)
  const telemetry = createTelemetry('search-tool', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const settings = lookupSettingsOf(env)
  const ports = {
    ledger: openRecorder(env, client, logAudit(telemetry)),
    knowledge: openSearch(env, tellAttempt(telemetry)),
    withdrawals: createWithdrawals({ client, table: env.DOCUMENTS_TABLE }),
    now: Date.now,
    telemetry,
  }
  return createLambda({
    telemetry,
    operations: {
      lookupKnowledge: createLookup(ports, settings),
      recordToolInvocation: createRecord(ports, settings.evidence.projection),
    },
  })
}

export const handler = startWith('search-tool', create, searchToolEnvironment, createParameterReader)
