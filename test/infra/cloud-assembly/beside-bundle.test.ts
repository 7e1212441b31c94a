// What lies beside a bundle is found and works there, with all that the plugins leave out of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bundle } from '../../../infra/cloud-assembly/bundle-functions.ts'
import { awsError, awsVariables, knowledgeBaseId } from '../../lib/knowledge/bedrock-kb/test-retrieve.ts'
import { type HostileService, json, startHostileService } from '../../lib/knowledge/hostile-service.ts'
import { callOf } from '../../lib/knowledge/test-call.ts'

type Module = typeof import('../../../lib/knowledge/bedrock-kb/retrieve-exchange.ts')

const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-beside-'))
let service: HostileService
let code = new Map<string, string>()
beforeAll(async () => {
  service = await startHostileService()
  const made = (await bundle({ exchange: 'lib/knowledge/bedrock-kb/retrieve-exchange.ts' })).get('exchange')
  code = new Map([...(made?.files ?? [])].map(([name, content]) => [name, Buffer.from(content).toString('utf8')]))
  for (const [name, content] of code) writeFileSync(join(folder, name), content)
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
  rmSync(folder, { recursive: true })
})

test('the client of Bedrock asks, reads the answer, and names a refusal that it has no class for', async () => {
  expect([...code.keys()].sort()).toEqual(['index.js', 'index.js.map', 'send-retrieve.js', 'send-retrieve.js.map'])
  expect(code.get('send-retrieve.js')).not.toContain('InvokeFlow')
  for (const [name, value] of Object.entries(awsVariables(service.baseUrl))) vi.stubEnv(name, value)
  const { createRetrieveExchange }: Module = createRequire(import.meta.url)(join(folder, 'index.js'))
  const exchange = createRetrieveExchange({ limits: { connectMs: 60_000, searchMs: 60_000 }, now: Date.now })
  const input = { knowledgeBaseId, retrievalQuery: { text: 'q' } }

  service.behave(json({ retrievalResults: [{ content: { text: 'a' }, score: 0.5, metadata: { n: [1] } }] }))
  expect(await exchange(input, callOf())).toMatchObject({
    body: { retrievalResults: [{ content: { text: 'a' }, score: 0.5, metadata: { n: [1] } }] },
  })
  service.behave(awsError(400, 'ValidationException', 'no such index'))
  const refused = await exchange(input, callOf()).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({
    name: 'E_KNOWLEDGE_BAD_RESPONSE',
    context: { serviceCode: 'ValidationException', serviceMessage: 'no such index' },
  })
})
