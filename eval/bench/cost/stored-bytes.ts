// What lies in the tables, by how long it stays there.
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import { kindOf } from '../../../lib/ledger/ledger-table.ts'
import { itemBytes, storageOverhead } from './item-bytes.ts'
import type { MeasuredStack } from './measured-stack.ts'

export type Stored = {
  /** Items of the ledger but for audits, with the storage overhead of each. */
  readonly ledgerBytes: number
  readonly auditBytes: number
  readonly documentBytes: number
  /** Days until the last of them expires; 0 without any. */
  readonly ledgerDays: number
  readonly auditDays: number
}

/** Reads both tables whole, at the emulator itself. @param now epoch milliseconds */
export async function storedBytes({ client, tables }: Pick<MeasuredStack, 'client' | 'tables'>, now: number) {
  const ledger = (await allItems(client, tables.LEDGER_TABLE)).map((item) => ({
    bytes: itemBytes(item) + storageOverhead,
    audit: kindOf(item.item?.S ?? '') === 'AUDIT',
    days: (Number(item.expires_at?.N ?? 0) - now / 1000) / 86_400,
  }))
  const documents = await allItems(client, tables.DOCUMENTS_TABLE)
  const audits = ledger.filter(({ audit }) => audit)
  const others = ledger.filter(({ audit }) => !audit)
  return {
    ledgerBytes: total(others),
    auditBytes: total(audits),
    documentBytes: documents.reduce((sum, item) => sum + itemBytes(item) + storageOverhead, 0),
    ledgerDays: longest(others),
    auditDays: longest(audits),
  } satisfies Stored
}

type Item = Readonly<Record<string, AttributeValue>>

async function allItems(client: MeasuredStack['client'], table: string): Promise<Item[]> {
  const items: Item[] = []
  let from: Item | undefined
  do {
    // The plain command: sizes are of what is stored, not of what the document client makes of it.
    const page = await client.send(new ScanCommand({ TableName: table, ...(from && { ExclusiveStartKey: from }) }))
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from !== undefined)
  return items
}

const total = (items: readonly { readonly bytes: number }[]) => items.reduce((sum, { bytes }) => sum + bytes, 0)
const longest = (items: readonly { readonly days: number }[]) => items.reduce((max, { days }) => Math.max(max, days), 0)
