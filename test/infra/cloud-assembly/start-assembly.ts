// A synthesized stack that runs on this machine: its bundles with its environments behind its routes, its state machine and its
// triggers, over a DynamoDB emulator, stand-ins of the other services, and the embedded knowledge service.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type Assembly, readAssembly } from '../../../infra/cloud-assembly/read-assembly.ts'
import type { BundledFunction } from '../../../infra/cloud-assembly/read-functions.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { freePort } from '../../../infra/local/free-port.ts'
import { startGateway } from '../../../infra/local/gateway.ts'
import { startIngestWorker } from '../../../infra/local/ingest-worker.ts'
import { startKnowledgeThread } from '../../../infra/local/knowledge-thread.ts'
import { addUploadRoute, uploadPath } from '../../../infra/local/receive-upload.ts'
import { startWorkflow, workflowInput } from '../../../infra/local/workflow.ts'
import type { Definition } from '../../../infra/local/workflow-definition.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import type { FunctionName } from '../../../lib/contract/routes.ts'
import { createDiskIngestQueue } from '../../../lib/documents/disk-ingest-queue.ts'
import { createDiskOriginals } from '../../../lib/documents/disk-originals.ts'
import { localOriginalsUrl } from '../../../lib/documents/open-originals.ts'
import { startAwsStandIn } from './aws-stand-in.ts'
import { lambdaVariables } from './lambda-variables.ts'
import { type RunningBundle, runBundle } from './run-bundle.ts'

export type RunningAssembly = {
  readonly url: string
  readonly assembly: Assembly
  readonly invoke: (name: FunctionName, event: unknown) => Promise<unknown>
  /** Operations of AWS services that bundles asked for. */
  readonly asked: readonly string[]
  /** What a function wrote so far. */
  readonly outputOf: (name: FunctionName) => Promise<string>
  /** Resolves when no diagnosis is under way. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

const batchReply = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) })

/** @param endpoint of a DynamoDB emulator; the stack makes tables of its own in it */
export async function startAssembly(folder: string, endpoint: string): Promise<RunningAssembly> {
  const assembly = readAssembly(folder, undefined, `${randomUUID().slice(0, 8)}-`)
  const data = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  const client = createDocumentClient(endpoint)
  for (const [name, definition] of assembly.tables) await createTable(client, name, definition)
  client.destroy()
  const knowledge = await startKnowledgeThread(join(data, 'knowledge'))
  const onError = (error: unknown) => console.error(error)

  const standIn = await startAwsStandIn({
    parameters: () =>
      new Map([...assembly.parameters].map(([n, v]) => [n, n.endsWith('/PYRAG_BASE_URL') ? knowledge.url : v])),
    secret: 'token',
    startExecution: (arn, input) => {
      if (arn === diagnosis?.arn) workflow.start(workflowInput.parse(JSON.parse(input)))
    },
  })
  const port = await freePort()
  const originalsFolder = join(data, 'originals')
  const formKey = 'for tests'
  const queueFolder = join(data, 'queue')
  // S3 and SQS are folders here: what names them is replaced, everything else is as the template has it.
  const folders: Readonly<Record<string, string>> = {
    ORIGINALS_URL: localOriginalsUrl(originalsFolder, {
      url: `http://127.0.0.1:${port}${uploadPath}`,
      key: formKey,
      maxBytes: Number.POSITIVE_INFINITY,
    }),
    INGEST_QUEUE_URL: pathToFileURL(queueFolder).href,
  }
  const bundles = new Map<FunctionName, Promise<RunningBundle>>()
  const load = (made: BundledFunction) =>
    runBundle(made, {
      ...made.environment,
      ...Object.fromEntries(Object.entries(folders).filter(([name]) => name in made.environment)),
      ...lambdaVariables(made),
      ...standIn.environment,
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    })
  const bundleOf = (name: FunctionName): Promise<RunningBundle> => {
    const made = assembly.functions.find((each) => each.name === name)
    if (made === undefined) throw new Error(`no function ${name}`)
    const running = bundles.get(name) ?? load(made)
    bundles.set(name, running)
    return running
  }
  const invoke = async (name: FunctionName, event: unknown) => (await bundleOf(name)).invoke(event)

  const diagnosis = assembly.stateMachines.find(({ arn }) => arn.includes('Diagnosis'))
  const workflow = startWorkflow({
    folder: join(data, 'workflow'),
    invoke,
    onError,
    definition: diagnosis?.definition as Definition,
    retryPauseMs: 1,
  })
  const queue = createDiskIngestQueue(queueFolder, Date.now)
  const consumer = assembly.eventSources[0]?.function ?? 'ingest-proxy'
  const worker = startIngestWorker({
    queue,
    invoke: async (event) => batchReply.parse(await invoke(consumer, event)),
    sweep: async () => {},
    now: Date.now,
    onError,
  })
  const gateway = await startGateway(
    port,
    invoke,
    (app) =>
      addUploadRoute(app, {
        originals: createDiskOriginals(originalsFolder),
        isAwaited: async () => true,
        formKey,
        onArrival: (message) => queue.sendBody(JSON.stringify(message), 0),
      }),
    assembly.routes,
  )
  return {
    url: gateway.url,
    assembly,
    invoke,
    asked: standIn.asked,
    idle: workflow.idle,
    outputOf: async (name) => (await bundleOf(name)).output(),
    close: async () => {
      await gateway.close()
      await workflow.close()
      await worker.close()
      for (const running of bundles.values()) await running.then((bundle) => bundle.close()).catch(() => {})
      await standIn.close()
      await knowledge.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
