// A bundle leaves out the classes of errors of clients whose errors we read no more than the name of. The name must stay.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../../infra/cloud-assembly/bundle-functions.ts'

type Reader = typeof import('../../../lib/aws/read-parameters.ts')

const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-errors-'))
const service = createServer((_, reply) => {
  reply.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' })
  reply.end(JSON.stringify({ __type: 'com.amazonaws.ssm#InvalidKeyId', message: 'no such key' }))
})
let code = ''
beforeAll(async () => {
  const made = (await bundle({ reader: 'lib/aws/read-parameters.ts' })).get('reader')
  code = Buffer.from(made?.files.get('index.js') ?? []).toString('utf8')
  writeFileSync(join(folder, 'index.js'), code)
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
}, 120_000)
afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true })
})

test('an error without a class says its name and its message', async () => {
  expect(code.includes('OpsItemNotFoundException')).toBe(false)
  const port = (service.address() as AddressInfo).port
  const previous = { ...process.env }
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  })
  try {
    const { createSsmClient, readParameters }: Reader = createRequire(import.meta.url)(join(folder, 'index.js'))
    const reading = readParameters(createSsmClient(), '/chain/test', AbortSignal.timeout(5000))
    await expect(reading).rejects.toMatchObject({ name: 'InvalidKeyId', message: 'no such key' })
  } finally {
    process.env = previous
  }
})
