/** What a table is, as data: CDK makes it in the cloud from this, the local stack and the tests in an emulator. All keys are strings. */
export type TableDefinition = {
  readonly partitionKey: string
  readonly sortKey?: string
  /** Attribute of epoch seconds after which DynamoDB may delete an item. */
  readonly timeToLiveAttribute?: string
  readonly indexes: readonly {
    readonly name: string
    readonly partitionKey: string
    readonly sortKey?: string
    readonly projection: 'ALL' | 'KEYS_ONLY'
  }[]
}
