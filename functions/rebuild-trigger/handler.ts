import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { createParameterReader } from '../../lib/aws/parameter-store.ts'
import { probeTable } from '../../lib/aws/probe-table.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { documentsTable } from '../../lib/documents/documents-table.ts'
import { openOriginals } from '../../lib/documents/open-originals.ts'
import { openPyRag } from '../../lib/knowledge/py-rag/open-py-rag.ts'
import { tellAttempt } from '../../lib/knowledge/tell-attempt.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { ledgerTable } from '../../lib/ledger/ledger-table.ts'
import { rebuildTriggerEnvironment } from './env.ts'
import { createReadHealth } from './read-health.ts'
import { createReadTask, createRebuild } from './rebuild.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(rebuildTriggerEnvironment, environment)
  const telemetry = createTelemetry('rebuild-trigger', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const originals = openOriginals(env.ORIGINALS_URL)
  const knowledge = openPyRag(env, tellAttempt(telemetry))
  return createLambda({
    telemetry,
    operations: {
      rebuildKnowledge: createRebuild(knowledge),
      readTask: createReadTask(knowledge),
      readHealth: createReadHealth({
        knowledge,
        ledger: (deadline) => probeTable(client, env.LEDGER_TABLE, ledgerTable, deadline),
        documents: (deadline) => probeTable(client, env.DOCUMENTS_TABLE, documentsTable, deadline),
        originals: () => originals.probe(),
        now: Date.now,
        telemetry,
      }),
    },
  })
}

export const handler = startWith('rebuild-trigger', create, rebuildTriggerEnvironment, createParameterReader)
