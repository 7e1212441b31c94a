// A small world around the real workflow: the deployed definition, the real functions over an emulator, a knowledge service
// that says what a test wants, and a model that follows a script over the OpenAI wire.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { createTable } from '../../../infra/local/create-table.ts'
import type { Invoke } from '../../../infra/local/gateway.ts'
import { startFunctions } from '../../../infra/local/run-functions.ts'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { runView } from '../../../lib/contract/run.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import { httpEvent } from '../../lib/lambda/events.ts'
import { sendJson, startJsonServer } from './json-server.ts'

const chatRequest = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullable().optional() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
})
export type ChatRequest = z.infer<typeof chatRequest>

/** What the model says in a turn: calls, text, or trouble. */
export type Say =
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly text: string }
  | { readonly status: number }

export type Hit = { readonly key: string; readonly text: string; readonly score?: number }
/** What the service answers to a query: hits, or trouble. */
export type Find = (query: string, nth: number) => readonly Hit[] | { readonly status: number }

export type World = {
  /** Asks; resolves when the workflow has ended. */
  readonly diagnose: (question: string) => Promise<z.infer<typeof runView>>
  /** What the model was told, turn by turn. */
  readonly heard: ChatRequest[]
  readonly invoke: Invoke
  readonly events: () => unknown[]
  /** UTF-8 bytes of the largest part of the state that a task was given or gave back. */
  readonly largestState: () => number
  readonly close: () => Promise<void>
}

export async function openWorld(
  endpoint: string,
  options: {
    readonly model: (turn: number, request: ChatRequest) => Say
    readonly find: Find
    readonly environment?: Readonly<Record<string, string>>
    /** What the run may take. */
    readonly lifeSeconds?: number
    /** Stands between the machine and its functions. */
    readonly around?: (invoke: Invoke) => Invoke
  },
): Promise<World> {
  const heard: ChatRequest[] = []
  const chat = await startJsonServer((_path, body, response) => {
    const request = chatRequest.parse(body)
    heard.push(request)
    const say = options.model(heard.length, request)
    if ('status' in say) return sendJson(response, say.status, { error: { message: 'scripted trouble' } })
    sendJson(response, 200, completionOf(say, heard.length))
  })
  let searches = 0
  const service = await startJsonServer((_path, body, response) => {
    searches += 1
    const found = options.find(z.object({ query: z.string() }).parse(body).query, searches)
    if ('status' in found)
      return sendJson(response, found.status, { error: { code: 'E_INTERNAL', message: 'scripted' } })
    sendJson(response, 200, replyOf(found))
  })
  const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  const client = createDocumentClient(endpoint)
  const tables = { LEDGER_TABLE: `ledger-${randomUUID()}`, DOCUMENTS_TABLE: `documents-${randomUUID()}` }
  await createTable(client, tables.LEDGER_TABLE, ledgerTable)
  await createTable(client, tables.DOCUMENTS_TABLE, documentsTable)
  const functions = await startFunctions({
    ...tables,
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    PYRAG_BASE_URL: service.url,
    ORIGINALS_URL: 'file:///nowhere',
    INGEST_QUEUE_URL: 'file:///nowhere',
    DIAGNOSIS_WORKFLOW: 'http://127.0.0.1:9/unused',
    DIAGNOSIS_MODEL: 'openai',
    OPENAI_BASE_URL: `${chat.url}/v1`,
    OPENAI_MODEL: 'scripted',
    ...options.environment,
  })
  let largest = 0
  const sized: Invoke = async (name, event) => {
    const answer = await functions(name, event)
    // A lookup's answer is selected down to its id before it enters the state.
    for (const state of name === 'search-tool' ? [event] : [event, answer])
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(state) ?? ''))
    return answer
  }
  const invoke = options.around === undefined ? sized : options.around(sized)
  const workflow = startWorkflow({ folder, invoke, onError: () => {}, retryPauseMs: 1 })

  return {
    heard,
    invoke,
    diagnose: async (question) => {
      const runId = `run-${randomUUID()}`
      const settings = {
        client,
        table: tables.LEDGER_TABLE,
        now: Date.now,
        ttlSeconds: 86_400,
        auditTtlSeconds: 86_400,
      }
      const ledger = createDiagnosisLedger({ ...settings, limits: { budget: 8, noGainLimit: 2 } })
      await ledger.open({ runId, owner: 'alice', deadline: Date.now() + 10_000 }, question, options.lifeSeconds ?? 900)
      workflow.start({ run_id: runId, caller: 'alice' })
      await workflow.idle()
      const event = httpEvent('readRun', {
        pathParameters: { run_id: runId },
        authorizer: { lambda: { principal: 'alice' } },
      })
      const reply = z.object({ body: z.string() }).parse(await functions('run-reader', event))
      return runView.parse(JSON.parse(reply.body))
    },
    events: () => readLines(join(folder, 'events.jsonl')),
    largestState: () => largest,
    close: async () => {
      await workflow.close()
      await Promise.all([chat.close(), service.close()])
      client.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readLines(file: string): unknown[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

function completionOf(say: Extract<Say, { calls: unknown } | { text: string }>, turn: number): unknown {
  const calls = 'calls' in say ? say.calls : []
  const message = {
    role: 'assistant',
    content: 'text' in say ? say.text : null,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call, i) => ({
        id: `provider-${turn}-${i}`,
        type: 'function',
        function: {
          name: call.name,
          arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
        },
      })),
    }),
  }
  return { choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message }] }
}

function replyOf(hits: readonly Hit[]): unknown {
  return {
    query: 'q',
    mode: 'hybrid',
    hits: hits.map(({ key, text, score = 0.9 }) => ({
      evidence_key: key,
      document_id: key.replace(/#chunk-\d+$/, ''),
      source: 'runbook.md',
      title: 'Runbook',
      breadcrumb: 'Runbook > Steps',
      excerpt: text,
      quality_score: score,
    })),
    evidence_status: hits.length > 0 ? 'supported' : 'no_evidence',
    retrieval_trace: { recall_count: hits.length },
  }
}
