import { isBuiltin } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../functions/catalog.ts'
import { type Bundles, bundleFunctions } from '../../../infra/cloud-assembly/bundle-functions.ts'

let bundles: Bundles
beforeAll(async () => {
  bundles = await bundleFunctions()
}, 120_000)
const textOf = (name: string, file: string) => Buffer.from(bundles.get(name)?.files.get(file) ?? []).toString('utf8')

/** What a message of the S3 client tells people to install; nothing loads it. */
const inAMessage = '@aws-sdk/signature-v4-crt'

describe('the bundles', () => {
  test('are one for each function, with a source map, and beside it only what a function rarely loads', () => {
    expect([...bundles.keys()].sort()).toEqual(Object.keys(catalog).sort())
    for (const [name, { files }] of bundles) {
      const beside = name === 'search-tool' ? ['send-retrieve.js', 'send-retrieve.js.map'] : []
      expect([name, [...files.keys()].sort()]).toEqual([name, ['index.js', 'index.js.map', ...beside]])
    }
  })

  test('name no place on this machine, so that the same sources are the same asset anywhere', () => {
    for (const name of bundles.keys()) {
      for (const file of bundles.get(name)?.files.keys() ?? []) {
        expect([name, file, textOf(name, file).includes(process.cwd())]).toEqual([name, file, false])
      }
    }
  })

  test('load nothing but what lies beside them: all packages are in', () => {
    for (const [name, { files }] of bundles) {
      for (const file of [...files.keys()].filter((each) => each.endsWith('.js'))) {
        const required = [...textOf(name, file).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, id]) => String(id))
        const elsewhere = required.filter((id) => !isBuiltin(id) && id !== inAMessage)
        const beside = [...files.keys()].filter((each) => each.endsWith('.js') && each !== 'index.js')
        expect([name, file, elsewhere]).toEqual([
          name,
          file,
          file === 'index.js' ? beside.map((each) => `./${each}`) : [],
        ])
      }
    }
  })

  test('that search by py-rag load nothing of the client of Bedrock: it lies beside them', () => {
    const inBundle = [...(bundles.get('search-tool')?.inputs.keys() ?? [])]
    expect(inBundle.filter((file) => file.includes('client-bedrock-agent-runtime'))).toEqual([])
    expect(textOf('search-tool', 'send-retrieve.js')).toContain('bedrock-agent-runtime')
  })

  test.each([
    ['evidence-guard', 450],
    ['run-reader', 500],
    ['publish', 450],
    ['search-tool', 500],
  ])('%s has at most %i KB', (name, most) => {
    expect(textOf(name, 'index.js').length / 1024).toBeLessThanOrEqual(most)
  })

  test.each([
    ['search-tool', ['draft', 'turn', 'report', 'semantic', 'document', 'run', 'verdict']],
    ['evidence-guard', ['turn', 'report', 'semantic', 'document', 'run', 'knowledge-api', 'run-requests']],
  ])('%s builds no schema of what it never reads', (name, files) => {
    const unread = files.map((file) => `lib/contract/${file}.ts`).filter((file) => bundles.get(name)?.inputs.has(file))
    expect(unread).toEqual([])
  })

  test('carry no schemas of routes, but for the function that describes them', () => {
    for (const [name, { inputs }] of bundles) {
      expect([name, inputs.has('lib/contract/route-schemas.ts')]).toEqual([name, name === 'api-document'])
    }
  })
})
