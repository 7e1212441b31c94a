// What the guard needs of the ledger, in one strongly consistent round trip (spec 03, "Cost is designed").
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { batchRead } from '../aws/batch-read.ts'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import { toolCallId } from '../contract/ids.ts'
import type { CanonicalInvocation } from '../contract/invocation.ts'
import { borneOut } from './borne-out.ts'
import { isExpired, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { callKey, ownerCallIndex, ownerCallOf, runKey, toolCallIdOf } from './ledger-table.ts'
import { openRecord } from './open-record.ts'
import { runItem } from './run-item.ts'

export type CitedCalls = {
  /** By tool call id, of this run and this owner; expired ones included, for they are told apart from unknown ones. */
  readonly records: ReadonlyMap<string, CanonicalInvocation>
  /** Cited ids that this run does not have but another run of the same owner has. */
  readonly foreign: ReadonlySet<string>
  /** All call ids of this run, in the order of acceptance. */
  readonly knownIds: readonly string[]
}

type ItemKey = { readonly run_id: string; readonly item: string }

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
  // A draft may cite anything; what is no tool call id is not asked for.
  const ids = toolCallIds.filter((id) => toolCallId.safeParse(id).success)
  const keys = [runKey(runId), ...ids.map((id) => callKey(runId, id))]
  const items = await batchGet(context, keys, deadline)
  const found = items.find((item) => item.item === 'RUN')
  const run = found === undefined || isExpired(found, context.now()) ? null : runItem.parse(found)
  if (run !== null && run.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
  const entries = new Map((run?.log ?? []).map((entry) => [entry.tool_call_id, entry]))
  // Under the id that it is stored by, whatever it says itself; and only as far as the run's own log bears it out.
  const records = new Map(
    items
      .filter((item) => item.item !== 'RUN' && item.owner === owner)
      .map((item) => ({ id: toolCallIdOf(String(item.item)), item }))
      .flatMap(({ id, item }) => {
        const record = borneOut(openRecord(item), entries.get(id), context.now())
        return record === null ? [] : [[id, record] as const]
      }),
  )
  const missing = ids.filter((id) => !records.has(id))
  return { records, foreign: await foreignAmong(context, access, missing), knownIds: run?.log.map(idOf) ?? [] }
}

const idOf = (entry: { readonly tool_call_id: string }) => entry.tool_call_id

const batchGet = (context: LedgerContext, keys: readonly ItemKey[], deadline: number) =>
  batchRead(context.client, context.table, keys, deadline)

const indexKeys = z.lazy(() => z.array(z.object({ run_id: z.string(), item: z.string() })))

/** Runs of one owner that used the same call id, read at a time: mostly one is enough, unless many have expired. */
const indexPage = 10

/** The index may lag and may hold what has expired, so what it names is read before it counts. */
async function foreignAmong(
  context: LedgerContext,
  access: RunAccess,
  toolCallIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const foreign = await Promise.all(toolCallIds.map(async (id) => ((await isForeign(context, access, id)) ? [id] : [])))
  return new Set(foreign.flat())
}

async function isForeign(context: LedgerContext, { runId, owner, deadline }: RunAccess, id: string): Promise<boolean> {
  let from: Record<string, unknown> | undefined
  do {
    const reply = await context.client.send(
      new QueryCommand({
        TableName: context.table,
        IndexName: ownerCallIndex,
        KeyConditionExpression: 'owner_call = :call',
        ExpressionAttributeValues: { ':call': ownerCallOf(owner, id) },
        Limit: indexPage,
        ExclusiveStartKey: from,
      }),
      within(deadline),
    )
    const keys = indexKeys.parse(reply.Items ?? [])
    const others = keys.filter((key) => key.run_id !== runId).map(({ run_id, item }) => ({ run_id, item }))
    const stored = others.length === 0 ? [] : await batchGet(context, others, deadline)
    if (stored.some((item) => item.owner === owner && !isExpired(item, context.now()))) return true
    from = reply.LastEvaluatedKey
  } while (from !== undefined)
  return false
}
