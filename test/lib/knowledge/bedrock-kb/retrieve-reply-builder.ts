// Replies as `Retrieve` gives them (Bedrock API reference); a test says only what it changes.

export const s3Result = {
  content: { type: 'TEXT', text: 'First check the upstream configuration ...' },
  location: { type: 'S3', s3Location: { uri: 's3://runbooks/network/Gateway timeout.md' } },
  score: 0.6288845,
  metadata: {
    'x-amz-bedrock-kb-chunk-id': '1%3A0%3AmccQM5EBxA6rr6aO09_T',
    'x-amz-bedrock-kb-data-source-id': 'OC4SGRWFRX',
    'x-amz-bedrock-kb-source-uri': 's3://runbooks/network/Gateway timeout.md',
  },
}

/** The result with fields replaced; a field given as undefined is left out. */
export function resultWith(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...s3Result, ...changes }).filter(([, value]) => value !== undefined))
}

/** The result with attributes of its metadata replaced or left out. */
export function attributesWith(changes: Record<string, unknown>): Record<string, unknown> {
  const metadata = Object.entries({ ...s3Result.metadata, ...changes }).filter(([, value]) => value !== undefined)
  return resultWith({ metadata: Object.fromEntries(metadata) })
}

export const retrieveReplyWith = (...retrievalResults: readonly unknown[]) => ({ retrievalResults })
