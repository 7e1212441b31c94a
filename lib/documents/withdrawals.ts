import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { contentMarkKey, markKey } from './documents-table.ts'
import { contentMarkOf, isHeld, markItem } from './mark-item.ts'
import { readByKey } from './read-by-key.ts'

export type Withdrawals = {
  /**
   * Those of `docIds` whose text is no evidence: known and held by no document any more, or never ingested by us and of content
   * that was withdrawn before its id was known. One strongly consistent batch read, by `deadline` (epoch milliseconds).
   * @throws Fault `E_LEDGER_UNAVAILABLE`: what cannot be checked is not shown (spec 05, "Withdrawal")
   */
  withdrawnAmong(docIds: readonly string[], deadline: number): Promise<ReadonlySet<string>>
}

export function createWithdrawals(options: {
  readonly client: DynamoDBDocumentClient
  readonly table: string
}): Withdrawals {
  const { client, table } = options
  return {
    withdrawnAmong: async (docIds, deadline) => {
      const contentKeyOf = (docId: string) => {
        const mark = contentMarkOf(docId)
        return mark === null ? [] : [contentMarkKey(mark)]
      }
      const keys = docIds.flatMap((docId) => [markKey(docId), ...contentKeyOf(docId)])
      const items = await readByKey(client, table, keys, deadline)
      const heldAt = ({ pk }: { readonly pk: string }) => isHeld(markItem.parse(items.get(pk) ?? { pk }))
      return new Set(
        docIds.filter((docId) => {
          const held = heldAt(markKey(docId))
          return held === null ? contentKeyOf(docId).some((key) => heldAt(key) === false) : !held
        }),
      )
    },
  }
}
