import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { createWithdrawals } from '../../lib/documents/withdrawals.ts'
import { openSearch } from '../../lib/knowledge/open-search.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { openLedger } from '../../lib/ledger/open-ledger.ts'
import { searchToolEnvironment } from './env.ts'
import { lookupSettingsOf } from './lookup-settings.ts'
import { createRecord } from './record.ts'
import { createLookup } from './search.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(searchToolEnvironment, environment)
  const telemetry = createTelemetry('search-tool')
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB)
  const ledger = openLedger(env, client, (failure) => {
    telemetry.count('AuditWriteFailed')
    telemetry.error('AUDIT_WRITE_FAILED', { ...failure })
  })
  const settings = lookupSettingsOf(env)
  const ports = {
    ledger,
    knowledge: openSearch(env, (attempt) => telemetry.info('KNOWLEDGE_CALL', { ...attempt })),
    withdrawals: createWithdrawals({ client, table: env.DOCUMENTS_TABLE }),
    now: Date.now,
  }
  return createLambda({
    telemetry,
    operations: {
      lookupKnowledge: createLookup(ports, settings),
      recordToolInvocation: createRecord(ports, settings.evidence.projection),
    },
  })
}

export const handler = startWith(create)
