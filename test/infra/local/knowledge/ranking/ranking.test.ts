import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseRanks } from '../../../../../infra/local/knowledge/ranking/fuse-ranks.ts'
import { pickRareTerms } from '../../../../../infra/local/knowledge/ranking/pick-rare-terms.ts'
import { type KnownWords, scoreChunk, weighQuery } from '../../../../../infra/local/knowledge/ranking/score-chunk.ts'
import { createSearchIndex } from '../../../../../infra/local/knowledge/ranking/search-index.ts'
import { createSimilarTerms } from '../../../../../infra/local/knowledge/ranking/similar-terms.ts'
import { spreadDocuments } from '../../../../../infra/local/knowledge/ranking/spread-documents.ts'
import { countOf, packCounts } from '../../../../../infra/local/knowledge/ranking/term-counts.ts'
import { createVocabulary } from '../../../../../infra/local/knowledge/ranking/vocabulary.ts'
import type { ChunkedDocument } from '../../../../../infra/local/knowledge/reading/chunk-document.ts'

const any = () => true
const document = (heading: string, ...texts: string[]): ChunkedDocument => ({
  heading,
  chunks: texts.map((text) => ({ text, path: [] })),
})

describe('fuse ranks', () => {
  it('puts what both rankings name above what one names', () => {
    expect(
      fuseRanks([
        [1, 2],
        [2, 3],
      ]),
    ).toEqual([2, 1, 3])
  })

  it('keeps the order of a single ranking', () => {
    expect(fuseRanks([[5, 4, 9]])).toEqual([5, 4, 9])
  })
})

describe('spread documents', () => {
  const documentOf = (item: string) => item.slice(0, 1)

  const items = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1']

  it('gives the share of each document first, in order, and fills up with the rest', () => {
    expect(spreadDocuments(items, documentOf, { share: 2, most: 4 })).toEqual(['a1', 'a2', 'b1', 'c1'])
    expect(spreadDocuments(items, documentOf, { share: 2, most: 5 })).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('keeps each to its share when strict, unless there is only one document', () => {
    expect(spreadDocuments(items, documentOf, { share: 2, most: 6, strict: true })).toEqual(['a1', 'a2', 'b1', 'c1'])
    const alone = ['a1', 'a2', 'a3']
    expect(spreadDocuments(alone, documentOf, { share: 2, most: 6, strict: true })).toEqual(alone)
  })
})

describe('similar terms', () => {
  const similar = createSimilarTerms()
  for (const term of ['certif', 'transfer', 'schedul', 'crashloopbackoff', 'read', '数据库连接池']) similar.add(term)

  it.each([
    ['misschedul', 'schedul'],
    ['crashlopbackoff', 'crashloopbackoff'],
    ['bread', null],
    ['transform', null],
    ['sourdough', null],
    ['数据库连接', null],
  ])('takes %s for %s', (term, known) => expect(similar.nearest(term)).toBe(known))

  it('names those near, the nearest first, as many as asked for and no others', () => {
    const words = createSimilarTerms()
    for (const term of ['certificate', 'certificates', 'certifier', 'transfer']) words.add(term)
    expect(words.near('certificat', { least: 0.4, most: 5 })).toEqual(['certificate', 'certificates', 'certifier'])
    expect(words.near('certificat', { least: 0.4, most: 1 })).toEqual(['certificate'])
    expect(words.near('certificat', { least: 0.95, most: 5 })).toEqual([])
  })

  it('answers a second question as the first', () => {
    const ask = () => similar.near('misschedul', { least: 0.3, most: 3 })
    expect(ask()).toEqual(ask())
  })
})

describe('rare terms', () => {
  const holders: Record<string, number> = { pod: 900, node: 800, memory: 700, oom: 3, evict: 40 }
  const pick = (terms: string[], documents: number) => pickRareTerms(terms, (term) => holders[term] ?? 0, documents)

  it('come each once, the rarest first, without those that no document has', () => {
    expect(pick(['evict', 'oom', 'evict', 'unknown'], 1000)).toEqual(['oom', 'evict'])
  })
  it('leave out what more than a tenth of many documents have', () => {
    expect(pick(['pod', 'oom', 'evict', 'node', 'memory'], 1000)).toEqual(['oom', 'evict', 'memory'])
  })
  it('are the three rarest when all are common', () => {
    expect(pick(['pod', 'node', 'memory'], 1000)).toEqual(['memory', 'node', 'pod'])
  })
})

describe('term counts', () => {
  it('gives back each count in halves, and 0 for a term that is not there', () => {
    const packed = packCounts(
      new Map([
        [70_000, 2.5],
        [3, 1],
        [0, 0.5],
        [9, 400],
      ]),
    )
    expect([70_000, 3, 0, 9, 4, 70_001].map((term) => countOf(packed, term))).toEqual([2.5, 1, 0.5, 127.5, 0, 0])
  })
  it('finds every term that was put in', () => {
    const counts = fc.uniqueArray(fc.integer({ min: 0, max: 16_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(counts, fc.nat(), (terms, other) => {
        const packed = packCounts(new Map(terms.map((term, at) => [term, 1 + (at % 9)])))
        for (const [at, term] of terms.entries()) expect(countOf(packed, term)).toBe(1 + (at % 9))
        if (!terms.includes(other)) expect(countOf(packed, other)).toBe(0)
      }),
    )
  })
})

describe('vocabulary', () => {
  it('numbers terms in the order of their first mention, and counts the documents of each', () => {
    const vocabulary = createVocabulary()
    expect(['redis', 'kafka', 'redis'].map(vocabulary.number)).toEqual([0, 1, 0])
    vocabulary.countDocument(new Set([0]))
    vocabulary.countDocument(new Set([0, 1]))
    expect(['redis', 'kafka', 'dns'].map(vocabulary.documentsWith)).toEqual([2, 1, 0])
    expect([vocabulary.find('kafka'), vocabulary.find('dns'), vocabulary.size]).toEqual([1, undefined, 2])
    expect([vocabulary.term(1), vocabulary.term(2)]).toEqual(['kafka', ''])
  })
})

describe('score', () => {
  const vocabulary: KnownWords = {
    documentsWith: (term) => ({ redi: 3, evict: 2, server: 80 })[term] ?? 0,
    similarTo: (term) => (term === 'evvict' ? 'evict' : null),
  }
  const score = (
    query: string,
    counts: Record<string, number>,
    elsewhere: string[] = [],
    length = 50,
    chunkCount = 1,
    headingTerms: string[] = [],
  ) =>
    scoreChunk(
      weighQuery(query, vocabulary),
      { count: (term) => counts[term] ?? 0, length },
      { has: (term) => term in counts || elsewhere.includes(term), heading: headingTerms, chunkCount },
    )

  it('is at least 0.75 when the chunk is headed by all that the query asks about', () => {
    expect(score('redis evicted', { redi: 4, evict: 4 })).toBeGreaterThanOrEqual(0.75)
  })

  it('is 0 when the chunk has nothing of the query, or the query nothing to ask', () => {
    expect(score('redis evicted', { kafka: 5 })).toBe(0)
    expect(score('how do I', { redi: 4 })).toBe(0)
  })

  it('counts words that nobody wrote as asked for and not covered', () => {
    expect(score('redis sourdough bread', { redi: 4 })).toBeLessThan(0.5)
    expect(score('server sourdough bread', { server: 4 })).toBeLessThan(0.35)
  })

  it('weighs a rare word more than a common one', () => {
    expect(score('redis server', { redi: 1 })).toBeGreaterThan(score('redis server', { server: 1 }))
  })

  it('gives some credit for what another part of the document says', () => {
    const here = score('redis evicted', { redi: 1, evict: 1 })
    const elsewhere = score('redis evicted', { redi: 1 }, ['evict'])
    const nowhere = score('redis evicted', { redi: 1 })
    expect(here).toBeGreaterThan(elsewhere)
    expect(elsewhere).toBeGreaterThan(nowhere)
  })

  it('gives less of that credit to a document that holds half the language', () => {
    const book = score('redis evicted', { redi: 1 }, ['evict'], 50, 2000)
    expect(book).toBeLessThan(score('redis evicted', { redi: 1 }, ['evict']))
    expect(book - score('redis evicted', { redi: 1 })).toBeLessThan(0.01)
  })

  it('counts a chunk of any length as of a bounded one', () => {
    expect(score('redis evicted', { redi: 1, evict: 1 }, [], 1_000_000)).toBe(
      score('redis evicted', { redi: 1, evict: 1 }, [], 2000),
    )
  })

  it('gives a misspelt word most of its credit', () => {
    const right = score('redis evict', { redi: 4, evict: 4 })
    const misspelt = score('redis evvict', { redi: 4, evict: 4 })
    expect(misspelt).toBeLessThan(right)
    expect(misspelt).toBeGreaterThan(score('redis unknown', { redi: 4, evict: 4 }))
  })

  it('takes one mention of a whole identifier for more than one of each of its parts', () => {
    const whole = score('REDIS_EVICTED', { redisevicted: 1 })
    expect(whole).toBeGreaterThan(score('REDIS_EVICTED', { redi: 1, evict: 1 }))
    expect(whole).toBeGreaterThanOrEqual(0.75)
  })

  it('weighs words of asking little', () => {
    expect(score('troubleshoot redis evicted', { redi: 4, evict: 4 })).toBeGreaterThanOrEqual(0.75)
  })

  it('prefers the shorter of two chunks that hold the same', () => {
    expect(score('redis', { redi: 1 }, [], 20)).toBeGreaterThan(score('redis', { redi: 1 }, [], 400))
  })

  it('prefers the chunk whose heading is about what is asked and little else', () => {
    const under = (...heading: string[]) => score('redis evicted', { redi: 1, evict: 1 }, [], 50, 1, heading)
    expect(under('redi', 'evict')).toBeGreaterThan(under('redi', 'evict', 'cluster', 'backup'))
    expect(under('redi', 'evict', 'cluster', 'backup')).toBeGreaterThan(under('cluster', 'backup'))
  })

  it('holds it a little against a chunk that it is one of many, and no more than a little', () => {
    const among = (chunks: number) => score('redis evicted', { redi: 4, evict: 4 }, [], 50, chunks)
    expect(among(1)).toBeGreaterThan(among(5))
    expect(among(8)).toBe(among(2000))
    expect(among(2000)).toBeGreaterThanOrEqual(0.5)
  })

  it('weighs a figure that nobody wrote little, one that is known nearly as a word', () => {
    const known = {
      ...vocabulary,
      documentsWith: (term: string) => (term === '42' ? 3 : vocabulary.documentsWith(term)),
    }
    const weight = (words: KnownWords) => weighQuery('redis 42', words).units[1]?.weight ?? 0
    const [redis] = weighQuery('redis 42', vocabulary).units
    expect(weight(vocabulary)).toBeLessThan(0.3 * (redis?.weight ?? 0))
    expect(weight(known)).toBeGreaterThan(0.7 * (redis?.weight ?? 0))
  })

  it('stays within 0 and 1', () => {
    const words = fc.array(
      fc.constantFrom('redis', 'evicted', 'server', 'unknown', '磁盘空间', '高', '504', 'KubePod'),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 9 }), (query, count) => {
        const value = score(query.join(' '), { redi: count, evict: count, server: count, 磁盘: count, kubepod: count })
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('search index', async () => {
  const index = createSearchIndex()
  await index.add(
    'redis',
    document('Redis eviction', 'Memory is full and keys are evicted.', 'Raise maxmemory by 25 %.'),
  )
  await index.add('kafka', document('Kafka lag', 'Consumers fall behind.'))
  await index.add('disk', document('磁盘写满', '清理日志，释放空间。'))

  it('finds the chunk that answers, best first', () => {
    expect(index.search('redis keys evicted', 'hybrid', 10, any)[0]).toMatchObject({ docId: 'redis', chunkIndex: 0 })
    expect(index.search('磁盘空间', 'hybrid', 10, any)[0]).toMatchObject({ docId: 'disk', chunkIndex: 0 })
  })

  it('finds what is misspelt, and only by its spelling', async () => {
    const spelled = createSearchIndex()
    await spelled.add('tls', document('Certificate renewal', 'The certificate expires soon.'))
    await spelled.add('dns', document('Name resolution', 'Names do not resolve.'))
    const [first] = spelled.search('certifcate', 'hybrid', 10, any)
    expect(first).toMatchObject({ docId: 'tls', score: expect.toSatisfy((score) => score >= 0.5) })
  })

  it('finds the right spelling also when some document has the mistake', async () => {
    const spelled = createSearchIndex()
    await spelled.add('tls', document('Certificate renewal', 'The certificate expires soon.'))
    await spelled.add('note', document('Notes', 'Somebody wrote certifcate in passing, among many other things.'))
    const found = spelled.search('certifcate', 'hybrid', 10, any)
    expect(found.map(({ docId }) => docId).sort()).toEqual(['note', 'tls'])
    for (const { score } of found) expect(score).toBeGreaterThanOrEqual(0.35)
  })

  it('orders by the score and gives at most what is asked for', () => {
    const scores = index.search('redis kafka memory consumers', 'hybrid', 10, any).map((found) => found.score)
    expect(scores.length).toBeGreaterThan(2)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(index.search('redis kafka memory consumers', 'hybrid', 1, any)).toHaveLength(1)
  })

  it('recalls by spelling alone in semantic mode', () => {
    expect(index.search('evictions', 'semantic', 10, any)[0]?.docId).toBe('redis')
  })

  it('finds a document by a word that stands only in its file name, not by its folders or its ending', async () => {
    const named = createSearchIndex()
    await named.add('a', {
      ...document('Pod restarts', 'It starts again and again.'),
      name: 'guides/kubernetes-restarts.md',
    })
    await named.add('b', { ...document('Disk', 'It is full.'), name: 'disk.md' })
    expect(named.search('kubernetes', 'hybrid', 10, any).map(({ docId }) => docId)).toEqual(['a'])
    expect(named.search('guides md', 'hybrid', 10, any)).toEqual([])
  })

  it('finds by a rare word among words that every document has', async () => {
    const many = createSearchIndex()
    for (let n = 0; n < 400; n += 1) await many.add(`n${n}`, document(`Note ${n}`, 'the service restarts the worker'))
    await many.add('rare', document('Note', 'the service restarts the zookeeper worker'))
    const [first] = many.search('service restarts worker zookeeper', 'hybrid', 10, any)
    expect(first).toMatchObject({ docId: 'rare', score: expect.toSatisfy((score) => score >= 0.75) })
    expect(many.search('service restarts worker', 'hybrid', 10, any)).toHaveLength(10)
  })

  it('leaves out documents that are not accepted', () => {
    expect(index.search('redis', 'hybrid', 10, (docId) => docId !== 'redis').map((found) => found.docId)).not.toContain(
      'redis',
    )
  })

  it('shows nothing of a document before all of it is there, and lets others have their turns meanwhile', async () => {
    const growing = createSearchIndex()
    await growing.add('redis', document('Redis eviction', 'Memory is full and keys are evicted.'))
    const seen: string[][] = []
    const look = async () => {
      seen.push(growing.search('kafka redis', 'hybrid', 10, any).map(({ docId }) => docId))
    }
    await growing.add('kafka', document('Kafka lag', 'Consumers fall behind redis.', 'Add consumers.'), look)
    expect(seen).toEqual([['redis'], ['redis']])
    expect(growing.search('kafka', 'hybrid', 10, any)[0]?.docId).toBe('kafka')
  })

  it('finds one of several chunks that say the same, and none that says nothing', async () => {
    const repeating = createSearchIndex()
    await repeating.add('log', document('Log', 'gateway timeout', 'gateway timeout', '---', 'gateway timeout again'))
    const found = repeating.search('gateway timeout log', 'hybrid', 10, any).map(({ chunkIndex }) => chunkIndex)
    expect(found).toEqual([0])
    expect(repeating.chunkCount).toBe(1)
  })

  it('recalls other documents beside one of very many chunks that say what is asked', async () => {
    const crowded = createSearchIndex()
    const lines = Array.from({ length: 150 }, (_, n) => `gateway timeout gateway timeout n${n}`)
    await crowded.add('log', { heading: null, chunks: lines.map((text) => ({ text, path: [] })) })
    await crowded.add(
      'guide',
      document('Upstreams', `A gateway has a timeout. ${'Raise the limits with care. '.repeat(20)}`),
    )
    for (const mode of ['hybrid', 'semantic'] as const) {
      expect(crowded.search('gateway timeout', mode, 20, any).map(({ docId }) => docId)).toContain('guide')
    }
  })

  it('finds with punctuation, operators or nothing in the query without failing', () => {
    for (const query of ['*', '"', 'AND OR NOT', '+redis -keys', '()[]{}\\', '\u0000', '{{'])
      index.search(query, 'hybrid', 10, any)
  })
})
