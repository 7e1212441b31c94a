// The local stack as one thing that starts and stops: what the cloud has, each part with its local stand-in.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { createDocumentClient } from '../../lib/aws/document-client.ts'
import { environmentOf, readEnvironment } from '../../lib/contract/settings.ts'
import { createDiskIngestQueue } from '../../lib/documents/disk-ingest-queue.ts'
import { createDiskOriginals } from '../../lib/documents/disk-originals.ts'
import { documentsTable } from '../../lib/documents/documents-table.ts'
import { createDynamoDocuments } from '../../lib/documents/dynamo-documents.ts'
import { localOriginalsUrl } from '../../lib/documents/open-originals.ts'
import { ledgerTable } from '../../lib/ledger/ledger-table.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { createTable } from './create-table.ts'
import { openDataFolder } from './data-folder.ts'
import { startDatabase } from './database.ts'
import { describeSearchEngine } from './describe-search-engine.ts'
import { emulatorIdentity } from './emulator-identity.ts'
import { openFormKey } from './form-key.ts'
import { freePort } from './free-port.ts'
import { startGateway } from './gateway.ts'
import { startIngestWorker } from './ingest-worker.ts'
import { defaultServiceLimits } from './knowledge/service-limits.ts'
import { startKnowledgeThread } from './knowledge-thread.ts'
import { embeddingOf, type LocalSettings } from './local-settings.ts'
import { addUploadRoute, uploadPath } from './receive-upload.ts'
import { startFunctions } from './run-functions.ts'
import { startWorkflow } from './workflow.ts'
import { diagnosisDefinition } from './workflow-definition.ts'
import { addWorkflowRoute, executionsPath } from './workflow-route.ts'

export type Stack = {
  readonly url: string
  readonly dataFolder: string
  /** What answers searches, and where, for people. */
  readonly knowledge: string
  /** What holds the ledger, and where, for people. */
  readonly database: string
  readonly close: () => Promise<void>
}

/** What the tables are named in every local emulator. */
export const localTables = { LEDGER_TABLE: 'evidence-chain-ledger', DOCUMENTS_TABLE: 'evidence-chain-documents' }

/**
 * @param environment settings of the functions that the user gave; what names tables, folders and addresses is ours
 * @throws Error that says what is wrong: a setting that is not valid, a folder or a port in use
 */
export async function startStack(
  settings: LocalSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Stack> {
  const started: (() => unknown)[] = []
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const engine = describeSearchEngine(environment)
    const folder = openDataFolder(settings.DATA_DIR)
    started.push(folder.release)
    const database = await openDatabase(settings, folder.path)
    started.push(database.stop)
    const knowledge = await openKnowledge(settings, folder.path)
    started.push(knowledge.close)
    Object.assign(process.env, { ...emulatorIdentity, ...definedOnly(process.env) })
    process.env.POWERTOOLS_LOG_LEVEL ??= 'CRITICAL'
    const client = createDocumentClient(database.endpoint)
    await createTable(client, localTables.LEDGER_TABLE, ledgerTable)
    await createTable(client, localTables.DOCUMENTS_TABLE, documentsTable)
    const port = settings.PORT === 0 ? await freePort() : settings.PORT
    const originalsFolder = join(folder.path, 'originals')
    const formKey = openFormKey(folder.path)
    const queueFolder = join(folder.path, 'ingest-queue')
    const invoke = await startFunctions({
      AWS_REGION: emulatorIdentity.AWS_REGION,
      ...environment,
      ...localTables,
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      PYRAG_BASE_URL: knowledge.url,
      ORIGINALS_URL: localOriginalsUrl(originalsFolder, {
        url: `http://127.0.0.1:${port}${uploadPath}`,
        key: formKey,
        maxBytes: knowledge.fileBytes,
      }),
      INGEST_QUEUE_URL: pathToFileURL(queueFolder).href,
      DIAGNOSIS_WORKFLOW: `http://127.0.0.1:${port}${executionsPath}`,
    })
    const queue = createDiskIngestQueue(queueFolder, Date.now)
    const worker = startIngestWorker({
      queue,
      invoke: async (event) => batchReply.parse(await invoke('ingest-proxy', event)),
      sweep: async () => void (await invoke('ingest-proxy', sweepEvent)),
      now: Date.now,
      onError: complain,
    })
    started.push(worker.close)
    const { DIAGNOSIS_TIMEOUT_SECONDS } = readEnvironment(environmentOf('DIAGNOSIS_TIMEOUT_SECONDS'), environment)
    const workflow = startWorkflow({
      folder: join(folder.path, 'workflow'),
      invoke,
      onError: complain,
      definition: diagnosisDefinition(DIAGNOSIS_TIMEOUT_SECONDS),
    })
    started.push(workflow.close)
    const documents = createDynamoDocuments(client, localTables.DOCUMENTS_TABLE)
    const gateway = await startGateway(port, invoke, (app) => {
      addWorkflowRoute(app, workflow)
      addUploadRoute(app, {
        originals: createDiskOriginals(originalsFolder),
        isAwaited: async (ref) => (await documents.read(ref))?.state === 'AWAITING',
        formKey,
        onArrival: (message) => queue.sendBody(JSON.stringify(message), 0),
      })
    })
    started.push(gateway.close)
    return {
      url: gateway.url,
      dataFolder: folder.path,
      knowledge: engine === null ? knowledge.label : `${knowledge.label}; searches are answered by ${engine}`,
      database: `${database.name} at ${database.endpoint}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openDatabase({ DYNAMODB_ENDPOINT: endpoint }: LocalSettings, folder: string) {
  if (endpoint !== undefined) return { name: 'given', endpoint, stop: async () => {} }
  return startDatabase(join(folder, 'database'))
}

async function openKnowledge(settings: LocalSettings, folder: string) {
  const { PYRAG_BASE_URL: given } = settings
  if (given !== undefined) {
    return { url: given, fileBytes: Number.POSITIVE_INFINITY, label: `given, at ${given}`, close: async () => {} }
  }
  const embedding = embeddingOf(settings)
  const service = await startKnowledgeThread(join(folder, 'knowledge'), embedding)
  return {
    ...service,
    fileBytes: defaultServiceLimits.fileBytes,
    label: `embedded, at ${service.url}${embedding === null ? '' : `, with ${embedding.model} at ${embedding.url}`}`,
  }
}

/** What EventBridge's schedule sends. */
const sweepEvent = { source: 'aws.events', 'detail-type': 'Scheduled Event' }

const batchReply = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) })

const complain = (error: unknown) => console.error(messageOf(error))

const definedOnly = (record: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''))
