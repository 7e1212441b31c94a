// A small world around the real workflow: the deployed definition, the real functions over an emulator, a knowledge service
// that finds what a script says, and a model that says what a script says.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { viewRun } from '../../../functions/run-reader/view-run.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { emulatorIdentity } from '../../../infra/local/emulator-identity.ts'
import { type Invoke, startFunctions } from '../../../infra/local/run-functions.ts'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import { diagnosisDefinition } from '../../../infra/local/workflow-definition.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import type { RunView } from '../../../lib/contract/run.ts'
import { environmentOf, readEnvironment } from '../../../lib/contract/settings.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { createLedger } from '../../../lib/ledger/ledger.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import { ledgerSettings } from '../../../lib/ledger/open-ledger.ts'
import { type Find, startScriptedKnowledge } from './scripted-knowledge.ts'
import { type ChatRequest, type Say, startScriptedModel } from './scripted-model.ts'

export type WorldOptions = {
  readonly model: (nth: number, request: ChatRequest) => Say
  readonly find: Find
  /** Settings of the functions that differ from their defaults. */
  readonly environment?: Readonly<Record<string, string>>
  /** Stands between the machine and its functions. */
  readonly around?: (invoke: Invoke) => Invoke
  /** In the emulator, shared with other worlds; else the world makes its own. */
  readonly tables?: Tables
}

export type World = {
  /** Asks; resolves when the workflow has ended, with the run as it is read when its time is over. */
  readonly diagnose: (
    question: string,
    run?: {
      readonly runId?: string
      /** What the run may take; 900 if not given. */
      readonly lifeSeconds?: number
    },
  ) => Promise<RunView>
  /** What the model was told, request by request. */
  readonly heard: readonly ChatRequest[]
  readonly invoke: Invoke
  readonly events: () => unknown[]
  /** UTF-8 bytes of the largest part of the state that a task of the last run was given or gave back. */
  readonly largestState: () => number
  readonly client: ReturnType<typeof createDocumentClient>
  readonly ledgerTable: string
  readonly close: () => Promise<void>
}

const owner = 'alice'
const definition = diagnosisDefinition()

export type Tables = { readonly LEDGER_TABLE: string; readonly DOCUMENTS_TABLE: string }

/** New tables, empty, with names of their own. @param endpoint of a DynamoDB emulator */
export async function makeTables(endpoint: string): Promise<Tables> {
  const client = createDocumentClient(endpoint)
  const tables = { LEDGER_TABLE: `ledger-${randomUUID()}`, DOCUMENTS_TABLE: `documents-${randomUUID()}` }
  await createTable(client, tables.LEDGER_TABLE, ledgerTable)
  await createTable(client, tables.DOCUMENTS_TABLE, documentsTable)
  client.destroy()
  return tables
}

/** @param endpoint of a DynamoDB emulator */
export async function openWorld(endpoint: string, options: WorldOptions): Promise<World> {
  const tables = options.tables ?? (await makeTables(endpoint))
  const model = await startScriptedModel(options.model)
  const knowledge = await startScriptedKnowledge(options.find)
  const client = createDocumentClient(endpoint)
  const environment = {
    ...tables,
    AWS_REGION: emulatorIdentity.AWS_REGION,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    PYRAG_BASE_URL: knowledge.url,
    ORIGINALS_URL: 'file:///nowhere',
    INGEST_QUEUE_URL: 'file:///nowhere',
    DIAGNOSIS_WORKFLOW: 'http://127.0.0.1:9/unused',
    DIAGNOSIS_MODEL: 'openai',
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_MODEL: 'scripted',
    ...options.environment,
  }
  const { invoke, largestState, forget } = sized(await startFunctions(environment))
  const outer = options.around?.(invoke) ?? invoke
  // After all that may fail: nobody would take the folder away.
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  const workflow = startWorkflow({ folder, invoke: outer, onError: () => {}, retryPauseMs: 1, definition })
  const ledgerAt = (now: () => number) => contextAt(environment, client, now)

  return {
    heard: model.heard,
    invoke: outer,
    client,
    ledgerTable: tables.LEDGER_TABLE,
    largestState,
    diagnose: async (question, { runId = `run-${randomUUID()}`, lifeSeconds = 900 } = {}) => {
      forget()
      const access = { runId, owner, deadline: Date.now() + 10_000 }
      await createDiagnosisLedger(ledgerAt(Date.now)).open(access, question, lifeSeconds)
      workflow.start({ run_id: runId, caller: owner })
      await workflow.idle()
      const later = () => Date.now() + lifeSeconds * 1000
      const ledger = createLedger({ ...ledgerAt(later), newId: randomUUID, onAuditFailure: () => {} })
      return viewRun({ ledger }, { ...access, deadline: later() + 10_000 })
    },
    events: () => readLines(join(folder, 'events.jsonl')),
    close: async () => {
      await workflow.close()
      await Promise.all([model.close(), knowledge.close()])
      client.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function contextAt(
  environment: Readonly<Record<string, string | undefined>>,
  client: World['client'],
  now: () => number,
) {
  const settings = readEnvironment(environmentOf(...ledgerSettings), environment)
  return {
    client,
    table: settings.LEDGER_TABLE,
    now,
    ttlSeconds: settings.LEDGER_TTL_SECONDS,
    auditTtlSeconds: settings.AUDIT_TTL_SECONDS,
    limits: { budget: settings.RUN_TOOL_CALL_BUDGET, noGainLimit: settings.RUN_NO_GAIN_LIMIT },
  }
}

/** Measures what passes through the state. */
function sized(functions: Invoke) {
  let largest = 0
  const invoke: Invoke = async (name, event) => {
    const answer = await functions(name, event)
    // A lookup's answer is selected down to its id before it enters the state.
    for (const state of name === 'search-tool' ? [event] : [event, answer])
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(state) ?? ''))
    return answer
  }
  const forget = () => {
    largest = 0
  }
  return { invoke, largestState: () => largest, forget }
}

function readLines(file: string): unknown[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}
