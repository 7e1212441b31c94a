// What else a scope holds must not decide what a question finds: withdrawn or junk documents stay in the engine for good.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerSearch } from '../../../../infra/local/knowledge/answer-search.ts'
import { type Collection, createCollection } from '../../../../infra/local/knowledge/collection.ts'
import { readDocument } from '../../../../infra/local/knowledge/reading/read-document.ts'
import { offTopicQuestions } from './off-topic-questions.ts'
import { sampleQuestions } from './sample-questions.ts'

const folder = join(import.meta.dirname, '../../../../infra/local/samples')
const questions = [
  ...Object.values(sampleQuestions).flat(),
  '数据库连接池耗尽怎么处理',
  'gateway timeout upstream',
  'redis eviction',
  'kafka consumer lag',
]

/** 1 MB of lines that differ in their numbers, as a service writes them. */
const log = Array.from({ length: 8700 }, (_, n) => {
  const time = `2026-03-${String((n % 28) + 1).padStart(2, '0')}T10:${String(n % 60).padStart(2, '0')}:00.${n}Z`
  return `${time} ERROR [http-${n % 32}] order ${n * 7919} was not accepted: timeout after ${n % 977} ms, trace ${(n * 2_654_435_761) % 4_294_967_296}`
}).join('\n')

const things = ['oak table', 'brass lamp', 'wool carpet', 'garden bench', '木桌', '花瓶', '窗帘', '书架']
const places = ['hall', 'attic', 'veranda', 'kitchen', '客厅', '阁楼', '厨房']
const small = (n: number): [string, string] => {
  const [thing, place] = [things[n % things.length], places[n % places.length]]
  return [
    `stock-${n}.md`,
    `# ${thing} ${n}\n\nBought for the ${place} in ${1800 + n}. 保养：每年上蜡一次。\n\n## Colour\n\nshade ${n}`,
  ]
}

const worlds: Readonly<Record<string, readonly (readonly [name: string, text: string])[]>> = {
  'one huge document of one letter': [['big.md', 'a'.repeat(4_600_000)]],
  'one huge document of one word': [['big.md', 'gateway '.repeat(30_000)]],
  'a log of 1 MB': [['app-log.txt', log]],
  '200 small documents': Array.from({ length: 200 }, (_, n) => small(n)),
  '300 documents of next to nothing': Array.from({ length: 300 }, (_, n) => [`empty-${n}.md`, `- ${n}`] as const),
}

async function collectionWith(documents: readonly (readonly [name: string, text: string])[]): Promise<Collection> {
  const collection = createCollection()
  const samples = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  for (const [name, text] of [...samples, ...documents]) {
    const description = { filename: name, category: 'default', kb_scope: null, sha256: '', ingested_at: '' }
    const kind = name.endsWith('.txt') ? 'text' : 'markdown'
    await collection.put({ version: 1, doc_id: name, ...description }, readDocument(Buffer.from(text), kind))
  }
  return collection
}

const ask = (collection: Collection, query: string) =>
  answerSearch(collection, {
    query,
    mode: 'hybrid',
    retrieve_k: 20,
    return_n: 20,
    max_chunks_per_document: 20,
    category: null,
    kb_scope: null,
  })

let alone: Collection
beforeAll(async () => {
  alone = await collectionWith([])
})

describe.each(Object.entries(worlds))('beside %s', (_what, documents) => {
  let together: Collection
  beforeAll(async () => {
    together = await collectionWith(documents)
  })

  it.each(questions)('%s finds the same first, of the same grade', (query) => {
    const [before, after] = [ask(alone, query), ask(together, query)]
    expect(before.hits.length).toBeGreaterThan(0)
    expect(after.evidence_status).toBe(before.evidence_status)
    expect(after.relevance_level).toBe(before.relevance_level)
    expect(after.hits[0]?.evidence_key).toBe(before.hits[0]?.evidence_key)
    const scores = new Map(after.hits.map((hit) => [hit.evidence_key, hit.quality_score]))
    for (const hit of before.hits.slice(0, 3)) {
      expect(Math.abs((scores.get(hit.evidence_key) ?? 0) - hit.quality_score)).toBeLessThanOrEqual(0.05)
    }
  })

  it('off-topic questions are no evidence still', () => {
    const found = offTopicQuestions.filter((query) => ask(together, query).evidence_status === 'supported')
    expect(found).toEqual([])
  })
})

describe('a document of many like chunks', () => {
  it('gets a quarter of what is asked for while others have hits, also when it says what is asked', async () => {
    const line = 'ERROR gateway timeout: upstream did not answer'
    const text = Array.from({ length: 600 }, (_, n) => `${n} ${line} after ${n} ms`).join('\n')
    const collection = await collectionWith([['gateway-log.txt', text]])
    const documents = ask(collection, 'gateway timeout upstream').hits.map((hit) => hit.document_id)
    expect(documents).toContain('gateway-timeout.md')
    expect(documents.filter((id) => id === 'gateway-log.txt').length).toBeLessThanOrEqual(5)
  })
})

it('a large document lets others have their turns while it is indexed', async () => {
  const collection = createCollection()
  const description = { filename: 'app-log.txt', category: 'default', kb_scope: null, sha256: '', ingested_at: '' }
  let turns = 0
  let done = false
  const count = () => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  await collection.put({ version: 1, doc_id: 'log', ...description }, readDocument(Buffer.from(log), 'text'))
  done = true
  expect(turns).toBeGreaterThan(3)
})
