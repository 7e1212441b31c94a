// The local stack with a counter at each place where AWS has a meter. Its parts are those of infra/local/stack.ts, put together
// here because a counter stands between any two of them, and because nothing may work by itself: no worker, no sweep.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTable } from '../../../infra/local/create-table.ts'
import { startDatabase } from '../../../infra/local/database.ts'
import { emulatorIdentity } from '../../../infra/local/emulator-identity.ts'
import { freePort } from '../../../infra/local/free-port.ts'
import { startGateway } from '../../../infra/local/gateway.ts'
import { startKnowledgeThread } from '../../../infra/local/knowledge-thread.ts'
import { type Invoke, startFunctions } from '../../../infra/local/run-functions.ts'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import { addWorkflowRoute, executionsPath } from '../../../infra/local/workflow-route.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import type { Tally } from './counts.ts'
import { startDynamoProxy } from './start-dynamo-proxy.ts'
import { startProxy } from './start-proxy.ts'

export type MeasuredStack = {
  readonly url: string
  readonly dataFolder: string
  readonly database: string
  /** The emulator itself: what is read here is not counted. */
  readonly client: ReturnType<typeof createDocumentClient>
  readonly tables: { readonly LEDGER_TABLE: string; readonly DOCUMENTS_TABLE: string }
  /** A direct invocation, counted like any other. */
  readonly invoke: Invoke
  /** Resolves when no diagnosis is under way. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts it in a folder that goes when it stops. No setting of the process's environment reaches its functions. */
export async function openMeasuredStack(tally: Tally): Promise<MeasuredStack> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-cost-'))
  const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  const begun = <T extends { readonly close: () => unknown }>(part: T): T => {
    started.push(part.close)
    return part
  }
  try {
    Object.assign(process.env, emulatorIdentity, { POWERTOOLS_LOG_LEVEL: 'INFO' })
    const database = await startDatabase()
    started.push(database.stop)
    const dynamo = begun(await startDynamoProxy(database.endpoint, tally))
    const service = begun(await startKnowledgeThread(join(folder, 'knowledge')))
    const knowledge = begun(await startProxy({ target: service.url, onExchange: () => tally.add('knowledgeRequests') }))
    const client = createDocumentClient(database.endpoint)
    started.push(() => client.destroy())
    const tables = { LEDGER_TABLE: `ledger-${randomUUID()}`, DOCUMENTS_TABLE: `documents-${randomUUID()}` }
    await createTable(client, tables.LEDGER_TABLE, ledgerTable)
    await createTable(client, tables.DOCUMENTS_TABLE, documentsTable)
    const port = await freePort()
    const run = await startFunctions({
      ...tables,
      // Only functions that believe to be on Lambda write metrics.
      AWS_LAMBDA_FUNCTION_NAME: 'measured',
      AWS_REGION: emulatorIdentity.AWS_REGION,
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
      PYRAG_BASE_URL: knowledge.url,
      ORIGINALS_URL: pathToFileURL(join(folder, 'originals')).href,
      INGEST_QUEUE_URL: pathToFileURL(join(folder, 'ingest-queue')).href,
      DIAGNOSIS_WORKFLOW: `http://127.0.0.1:${port}${executionsPath}`,
    })
    const invoke: Invoke = (name, event) => {
      tally.add(`invocations of ${name}`)
      return run(name, event)
    }
    const workflowFolder = join(folder, 'workflow')
    const workflow = begun(
      startWorkflow({
        folder: workflowFolder,
        invoke,
        onError: (error) => {
          throw error
        },
        onTransition: () => tally.add('transitions'),
      }),
    )
    const start: typeof workflow.start = (input) => {
      tally.add('executions')
      workflow.start(input)
    }
    const gateway = begun(await startGateway(port, invoke, (app) => addWorkflowRoute(app, { start })))
    const events = eventCounter(join(workflowFolder, 'events.jsonl'))
    return {
      url: gateway.url,
      dataFolder: folder,
      database: database.name,
      client,
      tables,
      invoke,
      idle: async () => {
        await workflow.idle()
        tally.add('events', events())
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** How many lines the file has that it did not have before. */
function eventCounter(file: string): () => number {
  let before = 0
  return () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
    const added = lines - before
    before = lines
    return added
  }
}
