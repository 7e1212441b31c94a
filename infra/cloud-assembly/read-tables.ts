import * as z from 'zod'
import type { TableDefinition } from '../../lib/aws/table-definition.ts'
import type { Template } from './template.ts'

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))
const table = z.object({
  KeySchema: keySchema,
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.literal(true) }).optional(),
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: keySchema,
        Projection: z.object({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
      }),
    )
    .default([]),
})

/** Every table of the template, by its name, in the form that the local stack makes tables from. */
export function readTables({ resources, refTo }: Template): ReadonlyMap<string, TableDefinition> {
  return new Map(
    resources
      .filter(({ type }) => type === 'AWS::DynamoDB::GlobalTable')
      .map(({ logicalId, properties }) => [refTo(logicalId), definitionOf(properties)]),
  )
}

function definitionOf(properties: unknown): TableDefinition {
  const { KeySchema, TimeToLiveSpecification, GlobalSecondaryIndexes } = table.parse(properties)
  return {
    ...keysOf(KeySchema),
    ...(TimeToLiveSpecification !== undefined && { timeToLiveAttribute: TimeToLiveSpecification.AttributeName }),
    indexes: GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
      name: IndexName,
      ...keysOf(keys),
      projection: Projection.ProjectionType,
    })),
  }
}

function keysOf(schema: z.infer<typeof keySchema>): { readonly partitionKey: string; readonly sortKey?: string } {
  const named = (type: 'HASH' | 'RANGE') => schema.find(({ KeyType }) => KeyType === type)?.AttributeName
  const sortKey = named('RANGE')
  return { partitionKey: z.string().parse(named('HASH')), ...(sortKey !== undefined && { sortKey }) }
}
