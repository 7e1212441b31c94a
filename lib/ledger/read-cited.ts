// What the guard needs of the ledger, in one strongly consistent round trip (spec 03, "Cost is designed").
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import { type CanonicalInvocation, canonicalInvocation } from '../contract/invocation.ts'
import { isExpired, type LedgerContext, meter, type RunAccess } from './ledger-context.ts'
import { callKey, ownerCallIndex, ownerCallOf, runKey } from './ledger-table.ts'
import { runItem } from './run-item.ts'

export type CitedCalls = {
  /** By tool call id, of this run and this owner; expired ones included, for they are told apart from unknown ones. */
  readonly records: ReadonlyMap<string, CanonicalInvocation>
  /** Cited ids that this run does not have but another run of the same owner has. */
  readonly foreign: ReadonlySet<string>
  /** All call ids of this run, in the order of acceptance. */
  readonly knownIds: readonly string[]
}

type Item = Readonly<Record<string, unknown>>

/**
 * @param toolCallIds distinct; at most 99 (a batch read takes 100 keys, one of them the run)
 * @throws Fault `E_RUN_FORBIDDEN` when the run is another caller's, `E_LEDGER_UNAVAILABLE`
 */
export async function readCited(
  context: LedgerContext,
  access: RunAccess,
  toolCallIds: readonly string[],
): Promise<CitedCalls> {
  const { runId, owner, deadline } = access
  const keys = [runKey(runId), ...toolCallIds.map((id) => callKey(runId, id))]
  const items = await batchGet(context, keys, deadline)
  const found = items.find((item) => item.item === 'RUN')
  const run = found === undefined || isExpired(found, context.now()) ? null : runItem.parse(found)
  if (run !== null && run.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
  const records = new Map(
    items
      .filter((item) => item.item !== 'RUN' && item.owner === owner)
      .map((item) => openRecord(item, owner))
      .map((record) => [record.tool_call_id, record]),
  )
  const missing = toolCallIds.filter((id) => !records.has(id))
  return { records, foreign: await foreignAmong(context, access, missing), knownIds: run?.log.map(idOf) ?? [] }
}

const idOf = (entry: { readonly tool_call_id: string }) => entry.tool_call_id

/**
 * A record that no longer has its shape was changed behind our back. It is handed on with nothing in it, so that the guard
 * reports it (LEDGER_RECORD_INVALID) rather than this read failing the whole draft.
 */
function openRecord(item: Item, owner: string): CanonicalInvocation {
  const parsed = canonicalInvocation.safeParse(item)
  if (parsed.success) return parsed.data
  return {
    run_id: String(item.run_id),
    tool_call_id: String(item.item).slice('CALL#'.length),
    owner,
    status: 'READY',
    tool: 'unknown',
    origin: 'recorded_by_caller',
    args_digest: '',
    projection: null,
    projection_sha256: null,
    evidence_status: null,
    cut_document_ids: [],
    error: null,
    created_at: '',
    expires_at: typeof item.expires_at === 'number' ? item.expires_at : 0,
    schema_version: 1,
  }
}

async function batchGet(context: LedgerContext, keys: readonly Item[], deadline: number): Promise<Item[]> {
  const items: Item[] = []
  let open = [...keys]
  while (open.length > 0) {
    const reply = await context.client.send(
      new BatchGetCommand({
        RequestItems: { [context.table]: { Keys: open, ConsistentRead: true } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
      within(deadline),
    )
    meter(context, 'batch-read', reply)
    items.push(...(reply.Responses?.[context.table] ?? []))
    const left = reply.UnprocessedKeys?.[context.table]?.Keys ?? []
    if (left.length === open.length)
      throw new Fault('E_LEDGER_UNAVAILABLE', { context: { reason: 'unprocessed_keys' } })
    open = left
  }
  return items
}

const indexKey = z.object({ run_id: z.string(), item: z.string() })

/** The index may lag and may hold what has expired, so what it names is read before it counts. */
async function foreignAmong(
  context: LedgerContext,
  { runId, owner, deadline }: RunAccess,
  toolCallIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const foreign = await Promise.all(
    toolCallIds.map(async (id) => {
      const reply = await context.client.send(
        new QueryCommand({
          TableName: context.table,
          IndexName: ownerCallIndex,
          KeyConditionExpression: 'owner_call = :call',
          ExpressionAttributeValues: { ':call': ownerCallOf(owner, id) },
          Limit: 10,
          ReturnConsumedCapacity: 'TOTAL',
        }),
        within(deadline),
      )
      meter(context, 'foreign-check', reply)
      const others = z
        .array(indexKey)
        .parse(reply.Items ?? [])
        .filter((key) => key.run_id !== runId)
        .map(({ run_id, item }) => ({ run_id, item }))
      const stored = others.length === 0 ? [] : await batchGet(context, others, deadline)
      return stored.some((item) => item.owner === owner && !isExpired(item, context.now())) ? [id] : []
    }),
  )
  return new Set(foreign.flat())
}
