// A client that a function has no right to use has no place in its bundle: it would cost every cold start.
import { beforeAll, describe, expect, test } from 'vitest'
import { clientsOf } from '../../../eval/bench/sdk-clients.ts'
import { catalog, type FunctionRow } from '../../../functions/catalog.ts'
import { type Bundles, bundleFunctions } from '../../../infra/cloud-assembly/bundle-functions.ts'
import { readsParameters } from '../../../lib/contract/settings.ts'

let bundles: Bundles
beforeAll(async () => {
  bundles = await bundleFunctions()
}, 120_000)

/** What a row's grants are used through. */
function clientsFor({ grants, environment }: FunctionRow): string[] {
  return [
    ...(grants.ledger || grants.documents ? ['client-dynamodb'] : []),
    ...(grants.originals ? ['client-s3'] : []),
    ...(grants.ingestQueue ? ['client-sqs'] : []),
    ...(grants.model ? ['client-bedrock-runtime'] : []),
    ...(grants.workflow ? ['client-sfn'] : []),
    ...(grants.knowledgeCredential || grants.model ? ['client-secrets-manager'] : []),
    ...(readsParameters(environment) ? ['client-ssm'] : []),
  ].sort()
}

describe('a bundle carries the clients that its row grants the use of, and no others', () => {
  test.each(Object.entries(catalog))('%s', (name, row) => {
    const bundle = bundles.get(name)
    expect(bundle && clientsOf(bundle)).toEqual(clientsFor(row))
  })
})

test('no bundle looks for credentials anywhere but in the environment', () => {
  for (const [name, { inputs }] of bundles) {
    const elsewhere = [...inputs.keys()].filter((file) => /@(aws-sdk|smithy)\/credential-provider-(?!env)/.test(file))
    expect([name, elsewhere]).toEqual([name, []])
  }
})

test('a client is found by its package, whatever of it is used', () => {
  const inputs = new Map([
    ['node_modules/@aws-sdk/client-s3/dist-es/x.js', 1],
    ['node_modules/a/node_modules/@aws-sdk/client-sqs/dist-es/y.js', 1],
    ['node_modules/@aws-sdk/nested-clients/dist-es/sts.js', 1],
    ['lib/aws/client-of-ours.ts', 1],
  ])
  expect(clientsOf({ inputs })).toEqual(['client-s3', 'client-sqs'])
})
