import { RemovalPolicy } from 'aws-cdk-lib'
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { TableDefinition } from '../../lib/aws/table-definition.ts'
import { allow } from './allow.ts'

const stringKey = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING })

/** A table as its definition says: on demand, restorable to any second of the last 35 days. */
export class DataTable extends Construct {
  readonly table: dynamodb.TableV2
  private readonly resources: string[]

  /** @param safe the table outlives its stack, and nobody deletes it by accident */
  constructor(scope: Construct, id: string, definition: TableDefinition, { safe }: { readonly safe: boolean }) {
    super(scope, id)
    const { partitionKey, sortKey, timeToLiveAttribute, indexes } = definition
    this.table = new dynamodb.TableV2(this, 'Table', {
      partitionKey: stringKey(partitionKey),
      ...(sortKey !== undefined && { sortKey: stringKey(sortKey) }),
      ...(timeToLiveAttribute !== undefined && { timeToLiveAttribute }),
      globalSecondaryIndexes: indexes.map((index) => ({
        indexName: index.name,
        partitionKey: stringKey(index.partitionKey),
        ...(index.sortKey !== undefined && { sortKey: stringKey(index.sortKey) }),
        projectionType: dynamodb.ProjectionType[index.projection],
      })),
      billing: dynamodb.Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: safe,
      removalPolicy: safe ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    const { tableArn } = this.table
    this.resources = [tableArn, ...indexes.map(({ name }) => `${tableArn}/index/${name}`)]
  }

  get name(): string {
    return this.table.tableName
  }

  /** Whether the table answers. */
  grantProbe(grantee: IGrantable): void {
    allow(grantee, [this.table.tableArn], ['dynamodb:GetItem'])
  }

  /** Items whose keys are known. */
  grantReadKeys(grantee: IGrantable): void {
    allow(grantee, [this.table.tableArn], ['dynamodb:GetItem', 'dynamodb:BatchGetItem'])
  }

  /** Items by key and by index. Never a scan: nothing here reads a whole table. */
  grantRead(grantee: IGrantable): void {
    allow(grantee, this.resources, ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'])
  }

  /** @param deletes only who gives items up again may delete any */
  grantReadWrite(grantee: IGrantable, { deletes = false }: { readonly deletes?: boolean } = {}): void {
    this.grantRead(grantee)
    const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', ...(deletes ? ['dynamodb:DeleteItem'] : [])]
    allow(grantee, [this.table.tableArn], writes)
  }
}
