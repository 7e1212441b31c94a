import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { within } from '../aws/document-client.ts'
import { Fault } from '../contract/faults.ts'
import { isExpired, type LedgerContext, type RunAccess } from './ledger-context.ts'
import { turnKey } from './ledger-table.ts'
import { unpackJson } from './pack-json.ts'
import { readRunItem } from './read-run-item.ts'

/** All that counts of a turn here: what was handed in is for the guard to judge. */
const draftOfTurn = z.lazy(() => z.object({ draft: z.unknown().optional() }))

/**
 * The draft of turn `n` as the model handed it in, without the rest of the run; undefined when that turn has none. Strongly
 * consistent.
 * @throws Fault `E_NOT_FOUND` for a run that is not there, `E_RUN_FORBIDDEN` for another caller's
 */
export async function readTurnDraft(context: LedgerContext, access: RunAccess, n: number): Promise<unknown> {
  const { runId, owner, deadline } = access
  const reply = await context.client.send(
    new GetCommand({
      TableName: context.table,
      Key: turnKey(runId, n),
      ConsistentRead: true,
    }),
    within(deadline),
  )
  const item = reply.Item
  if (item === undefined || isExpired(item, context.now())) {
    const run = await readRunItem(context, runId, deadline)
    if (run === null) throw new Fault('E_NOT_FOUND', { message: 'There is no such run.' })
    if (run.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
    return undefined
  }
  if (item.owner !== owner) throw new Fault('E_RUN_FORBIDDEN')
  return draftOfTurn.parse(unpackJson(item.body)).draft
}
