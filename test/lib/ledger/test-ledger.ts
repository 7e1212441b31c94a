// A ledger in an emulator with a clock of the test's own, and a look at what is really stored.
import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createTable } from '../../../infra/local/create-table.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import type { RagToolResult } from '../../../lib/contract/rag-tool-result.ts'
import type { AuditFailure } from '../../../lib/ledger/audit.ts'
import { argsDigest } from '../../../lib/ledger/digest.ts'
import { createLedger, type Ledger } from '../../../lib/ledger/ledger.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import type { Produced, RecordContext } from '../../../lib/ledger/record-call.ts'
import { interceptCommands } from './intercept-commands.ts'

export type Item = Readonly<Record<string, unknown>>

/** 2026-01-01T00:00:00Z in epoch ms. */
export const start = 1_767_225_600_000
export const startSecond = start / 1000
export const ttlSeconds = 86_400
export const auditTtlSeconds = 2_592_000

let names = 0
/** An id that no other test uses. */
export const freshId = (what: string) => `${what}-${process.pid}-${names++}-${Math.random().toString(36).slice(2, 8)}`

/** What the agent would see of a call that found `keys`, or nothing. */
export function viewOf(toolCallId: string, keys: readonly string[], over: Partial<RagToolResult> = {}): RagToolResult {
  return {
    evidence_status: keys.length > 0 ? 'EVIDENCE_FOUND' : 'NO_EVIDENCE',
    tool_call_id: toolCallId,
    query: `query of ${toolCallId}`,
    evidence: keys.map((key) => ({
      document_id: key,
      source: 'gateway.md',
      title: null,
      breadcrumb: null,
      excerpt: `Excerpt of ${key}: 故障 📁.`,
    })),
    returned_count: keys.length,
    relevance_level: keys.length > 0 ? 'PRECISE' : null,
    truncated: false,
    ...over,
  }
}

export function found(toolCallId: string, keys: readonly string[], over: Partial<RagToolResult> = {}): Produced {
  const view = viewOf(toolCallId, keys, over)
  return {
    projection: JSON.stringify(view),
    evidenceStatus: view.evidence_status,
    cutDocumentIds: [],
    audit: { keys: keys.length },
  }
}

export const unavailable = { code: 'E_KNOWLEDGE_UNAVAILABLE', message: 'The knowledge service cannot be reached.' }
export const failed = (): Produced => ({ error: unavailable, audit: { why: 'connection refused' } })

const plainClients = new Map<string, ReturnType<typeof createDocumentClient>>()
/** A client that nothing intercepts, one an emulator. */
function plainClient(endpoint: string) {
  const client = plainClients.get(endpoint) ?? createDocumentClient(endpoint)
  plainClients.set(endpoint, client)
  return client
}

/** Makes a table of its own in the emulator. */
export async function makeTable(endpoint: string): Promise<string> {
  const table = freshId('ledger')
  await createTable(plainClient(endpoint), table, ledgerTable)
  return table
}

export type TestLedger = ReturnType<typeof openTestLedger>

/** One run in `table`, seen by one caller; `over` changes the ledger's context. */
export function openTestLedger(endpoint: string, table: string, over: Partial<RecordContext> = {}) {
  const consumed: number[] = []
  const client = createDocumentClient(endpoint, (_table, units) => consumed.push(units))
  const plain = plainClient(endpoint)
  const commands = interceptCommands(client)
  const clock = { time: start }
  const auditFailures: AuditFailure[] = []
  const runId = freshId('run')
  let attempts = 0
  const context: RecordContext = {
    client,
    table,
    now: () => clock.time,
    ttlSeconds,
    auditTtlSeconds,
    limits: { budget: 8, noGainLimit: 2 },
    newId: () => String(attempts++).padStart(8, '0'),
    onAuditFailure: (failure) => auditFailures.push(failure),
    ...over,
  }
  const ledger: Ledger = createLedger(context)
  const access = (owner = 'alice', run = runId) => ({ runId: run, owner, deadline: Date.now() + 20_000 })

  const stored = async (run = runId): Promise<Item[]> => {
    const reply = await plain.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'run_id = :run',
        ExpressionAttributeValues: { ':run': run },
        ConsistentRead: true,
      }),
    )
    return reply.Items ?? []
  }

  return {
    context,
    ledger,
    runId,
    clock,
    commands,
    auditFailures,
    /** Capacity units of each request, in the order of the answers. */
    consumed,
    access,
    /** All items of the run as they are stored, by sort key. */
    stored,
    storedItem: async (item: string, run = runId) => (await stored(run)).find((i) => i.item === item),
    put: (item: Item) => plain.send(new PutCommand({ TableName: table, Item: { run_id: runId, ...item } })),
    /** Sets one attribute behind the ledger's back. */
    tamper: (item: string, name: string, value: unknown) =>
      plain.send(
        new UpdateCommand({
          TableName: table,
          Key: { run_id: runId, item },
          UpdateExpression: 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':value': value },
        }),
      ),
    erase: (item: string) => plain.send(new DeleteCommand({ TableName: table, Key: { run_id: runId, item } })),
    /** One call through the ledger. */
    call: (
      toolCallId: string,
      produced: Produced | (() => Promise<Produced>),
      { args = 'q', owner = 'alice', run = runId, tool = 'lookup_knowledge' } = {},
    ) =>
      ledger.record(
        { ...access(owner, run), toolCallId, tool, argsDigest: argsDigest(tool, { args }), origin: 'searched' },
        typeof produced === 'function' ? produced : async () => produced,
      ),
  }
}
