import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { createParameterReader } from '../../lib/aws/parameter-store.ts'
import { readEnvironment } from '../../lib/contract/settings.ts'
import { createDynamoDocuments } from '../../lib/documents/dynamo-documents.ts'
import { createDynamoMarks } from '../../lib/documents/dynamo-marks.ts'
import { openIngestQueue } from '../../lib/documents/open-ingest-queue.ts'
import { openOriginals } from '../../lib/documents/open-originals.ts'
import { openPyRag } from '../../lib/knowledge/py-rag/open-py-rag.ts'
import { tellAttempt } from '../../lib/knowledge/tell-attempt.ts'
import { countCapacity } from '../../lib/lambda/count-capacity.ts'
import { createLambda, type LambdaHandler } from '../../lib/lambda/create-lambda.ts'
import { startWith } from '../../lib/lambda/start-with.ts'
import { createTelemetry } from '../../lib/lambda/telemetry.ts'
import { createDeferredIngest } from './deferred-ingest.ts'
import { ingestProxyEnvironment } from './env.ts'
import type { IngestPorts } from './ingest-ports.ts'
import { createPresign } from './presign-upload.ts'
import { createList, createRead } from './read-documents.ts'
import { createSweep } from './sweep.ts'
import { createBusinessUpload, createSimpleUpload } from './upload-document.ts'
import { createWithdraw } from './withdraw-document.ts'

export function create(environment: Readonly<Record<string, string | undefined>>): LambdaHandler {
  const env = readEnvironment(ingestProxyEnvironment, environment)
  const telemetry = createTelemetry('ingest-proxy', environment)
  const client = createDocumentClient(environment.AWS_ENDPOINT_URL_DYNAMODB, countCapacity(telemetry, env))
  const ports: IngestPorts = {
    documents: createDynamoDocuments(client, env.DOCUMENTS_TABLE),
    marks: createDynamoMarks(client, env.DOCUMENTS_TABLE),
    originals: openOriginals(env.ORIGINALS_URL),
    queue: openIngestQueue(env.INGEST_QUEUE_URL, Date.now),
    knowledge: openPyRag(env, tellAttempt(telemetry)),
    now: Date.now,
    telemetry,
  }
  const rule = {
    inlineTimeoutMs: env.INGEST_INLINE_TIMEOUT_MS,
    delaySeconds: env.INGEST_RETRY_DELAY_SECONDS,
    maxAgeSeconds: env.INGEST_MAX_AGE_SECONDS,
  }
  return createLambda({
    telemetry,
    operations: {
      listDocuments: createList(ports),
      readDocument: createRead(ports),
      uploadBusinessDocument: createBusinessUpload(ports, rule),
      uploadDocument: createSimpleUpload(ports, rule),
      presignUpload: createPresign(ports, rule),
      withdrawDocument: createWithdraw(ports),
    },
    onMessage: createDeferredIngest(ports, rule),
    onSchedule: createSweep(ports),
  })
}

export const handler = startWith('ingest-proxy', create, ingestProxyEnvironment, createParameterReader)
