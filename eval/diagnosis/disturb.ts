// What a case lets go wrong between the machine and its functions.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Invoke } from '../../infra/local/run-functions.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { mintToolCallId } from '../../lib/diagnosis/mint-tool-call-id.ts'
import { callKey } from '../../lib/ledger/ledger-table.ts'
import type { DiagnosisCase } from './diagnosis-case.ts'
import type { World } from './world/open-world.ts'

/** @param world of the run, known only after the functions are */
export function disturb(
  { down, twice, tampered }: Pick<DiagnosisCase, 'down' | 'twice' | 'tampered'>,
  runId: string,
  world: () => Pick<World, 'client' | 'ledgerTable'>,
): (invoke: Invoke) => Invoke {
  let changed = false
  return (invoke) => async (name, event) => {
    if (down.some((task) => task === name)) throw new Fault('E_LEDGER_UNAVAILABLE')
    if (tampered !== undefined && name === 'evidence-guard' && !changed) {
      changed = true
      await tamper(world(), runId, tampered)
    }
    if (twice) await invoke(name, event)
    return invoke(name, event)
  }
}

async function tamper(
  { client, ledgerTable }: Pick<World, 'client' | 'ledgerTable'>,
  runId: string,
  { call, set }: NonNullable<DiagnosisCase['tampered']>,
): Promise<void> {
  const entries = Object.entries(set)
  await client.send(
    new UpdateCommand({
      TableName: ledgerTable,
      Key: callKey(runId, mintToolCallId(call, runId)),
      ConditionExpression: 'attribute_exists(run_id)',
      UpdateExpression: `SET ${entries.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#n${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], i) => [`:v${i}`, value])),
    }),
  )
}
