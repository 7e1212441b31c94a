import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bestOfDocument } from '../../../eval/retrieval/best-of-document.ts'
import { openEmbedded } from '../../../eval/retrieval/embedded-engine.ts'
import { falseEvidence } from '../../../eval/retrieval/false-evidence.ts'
import { openPyRagEngine } from '../../../eval/retrieval/py-rag-engine.ts'
import type { FoundDocument, OpenEngine } from '../../../eval/retrieval/retrieval-engine.ts'
import { missedGoals } from '../../../eval/retrieval/retrieval-goals.ts'
import { runCorpus } from '../../../eval/retrieval/run-corpus.ts'
import { runRetrieval } from '../../../eval/retrieval/run-retrieval.ts'
import { summarizeCorpus } from '../../../eval/retrieval/summarize-corpus.ts'
import { trecRun } from '../../../eval/retrieval/trec-run.ts'
import { startKnowledgeService } from '../../../infra/local/knowledge/server.ts'
import { createPyRagClient } from '../../../lib/knowledge/py-rag/py-rag-client.ts'

const quiet = () => undefined
const found = (id: string, score: number, evidence = score >= 0.35): FoundDocument => ({ id, score, evidence })
/** An engine that says what it is told to, by query text. */
const engineOf = (answers: Record<string, FoundDocument[]>) => ({
  search: async (query: string) => answers[query] ?? [],
})

describe('a run', () => {
  test("is in trec_eval's order and format, whatever order the engine answers in", async () => {
    const engine = engineOf({ one: [found('a', 0.5), found('b b', 0.9), found('c', 0.5)], two: [] })
    const queries = [
      { id: 'q 1', text: 'one' },
      { id: 'q2', text: 'two' },
    ]
    const rankings = await runCorpus(engine, queries, quiet)
    expect(trecRun(rankings, 'tag')).toBe(
      'q%201 Q0 b%20b 1 0.900000 tag\nq%201 Q0 c 2 0.500000 tag\nq%201 Q0 a 3 0.500000 tag\n',
    )
  })

  test('measures the scores as the run file says them', async () => {
    const engine = engineOf({ one: [found('a', 0.500_000_4), found('b', 0.5)] })
    const [ranking] = await runCorpus(engine, [{ id: 'q', text: 'one' }], quiet)
    expect(ranking?.found.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

test('of several hits of a document the best counts', () => {
  const hits = [found('a', 0.4), found('b', 0.5), found('a', 0.8), found('a', 0.6)]
  expect(bestOfDocument(hits)).toEqual([found('a', 0.8), found('b', 0.5)])
})

describe('the summary of a corpus', () => {
  const corpus = {
    name: 'c',
    documents: [],
    queries: ['q1', 'q2', 'q3'].map((id) => ({ id, text: id })),
    qrels: new Map([
      ['q1', new Map([['r', 1]])],
      [
        'q2',
        new Map([
          ['r', 1],
          ['s', 1],
        ]),
      ],
      ['q3', new Map([['r', 1]])],
    ]),
  }
  const rankings = [
    { query: 'q1', found: [found('r', 0.8), found('x', 0.6)] },
    { query: 'q2', found: [found('x', 0.55), found('r', 0.5), found('s', 0.2)] },
    { query: 'q3', found: [] },
  ]
  const summary = summarizeCorpus(corpus, rankings)

  test('is the mean over all judged queries, also those for which nothing was found', () => {
    const second = (1 / Math.log2(3) + 1 / 2) / (1 + 1 / Math.log2(3))
    expect(summary.ndcg10).toBeCloseTo((1 + second + 0) / 3, 12)
    expect(summary.recall5).toBeCloseTo((1 + 1 + 0) / 3, 12)
    expect(summary.mrr).toBeCloseTo((1 + 1 / 2 + 0) / 3, 12)
  })
  test('tells the evidence from what is only ranked', () => {
    const second = 1 / Math.log2(3) / (1 + 1 / Math.log2(3))
    expect(summary.evidenceNdcg10).toBeCloseTo((1 + second + 0) / 3, 12)
    expect(summary.answered).toBeCloseTo(2 / 3, 12)
  })
  test('says for each grade how often it was right', () => {
    expect(summary.grades).toEqual([
      { grade: 'PRECISE', first: 1, firstRight: 1, shown: 1, shownRight: 1 },
      { grade: 'REFERENCE', first: 1, firstRight: 0, shown: 3, shownRight: 1 / 3 },
      { grade: 'WEAK', first: 0, firstRight: null, shown: 0, shownRight: null },
    ])
  })
})

test('false evidence is counted by the best that a question gets', () => {
  const rankings = [[found('x', 0.9)], [found('x', 0.5)], [found('x', 0.4), found('y', 0.36)], [found('x', 0.3)]].map(
    (list, at) => ({ query: String(at), found: list }),
  )
  expect(falseEvidence('a', 'b', rankings)).toEqual({
    asked: 'a',
    of: 'b',
    questions: 4,
    any: 0.75,
    reference: 0.5,
    precise: 0.25,
  })
})

describe('goals', () => {
  const summary = { ...summarizeCorpus({ name: 'scifact', documents: [], queries: [], qrels: new Map() }, []) }
  const alarm = { asked: 'a', of: 'b', questions: 100, any: 1, reference: 1, precise: 0 }
  test('are met at the line and missed below it', () => {
    expect(missedGoals([{ ...summary, ndcg10: 0.7 }], [])).toEqual([])
    expect(missedGoals([{ ...summary, ndcg10: 0.6999 }], [])).toHaveLength(1)
  })
  test('are missed by a figure that is no number', () => {
    expect(missedGoals([summary], [])).toHaveLength(1)
    expect(missedGoals([{ ...summary, corpus: 'own', ndcg10: Number.NaN }], [])).toHaveLength(1)
    expect(missedGoals([], [{ ...alarm, precise: Number.NaN }])).toHaveLength(1)
  })
  test('allow one in a hundred absent answers to look precise, no more', () => {
    expect(missedGoals([], [{ ...alarm, precise: 0.01 }])).toEqual([])
    expect(missedGoals([], [{ ...alarm, precise: 0.02 }])).toHaveLength(1)
  })
})

describe('the command', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
    mkdirSync(join(folder, 'ir', 'pumps'), { recursive: true })
    const put = (name: string, rows: unknown[]) =>
      writeFileSync(join(folder, 'ir', 'pumps', name), rows.map((row) => JSON.stringify(row)).join('\n'))
    put('corpus.jsonl', [
      { _id: 'bypass', title: 'Pump stops', text: 'Open the bypass valve within 90 seconds.' },
      { _id: 'leak', title: 'Oil leak', text: 'Close the feed and call the yard.' },
      { _id: '泄漏', title: '冷却液泄漏', text: '先关闭阀门，再更换密封圈。' },
    ])
    put('queries.jsonl', [
      { _id: 'q1', text: 'the pump stops, which valve' },
      { _id: 'q2', text: '冷却液泄漏怎么办' },
    ])
    writeFileSync(join(folder, 'ir', 'pumps', 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\tbypass\t1\nq2\t泄漏\t1\n')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const run = async (
    open: OpenEngine = openEmbedded(null),
    corpus: string | null = null,
    runFile = join(folder, 'run.txt'),
  ) => {
    const printed: string[] = []
    const told: string[] = []
    const files = { runFile, jsonFile: join(folder, 'report.json') }
    const code = await runRetrieval({ corpus, data: folder, split: 'train', ...files }, open, {
      out: (text) => printed.push(text),
      err: (text) => told.push(text),
      progress: () => quiet,
    })
    return { code, printed: printed.join('\n'), told: told.join('\n'), ...files }
  }

  test('measures what the data folder has, and writes the run and the figures', async () => {
    const { code, printed, runFile, jsonFile } = await run()
    expect(code).toBe(0)
    expect(printed).toContain('| pumps | 3 | 2 | 1.0000 |')
    expect(readFileSync(runFile, 'utf8')).toMatch(/^q1 Q0 bypass 1 0\.\d{6} pumps\n/)
    expect(JSON.parse(readFileSync(jsonFile, 'utf8'))).toMatchObject({ summaries: [{ ndcg10: 1, mrr: 1 }], missed: [] })
  })

  test('gives the same bytes for the same input', async () => {
    const bytes = async () => {
      const { printed, runFile, jsonFile } = await run()
      return [printed, readFileSync(runFile, 'utf8'), readFileSync(jsonFile, 'utf8')]
    }
    expect(await bytes()).toEqual(await bytes())
  })

  test('measures an engine behind the API, in a scope of its own, as the one in this process', async () => {
    const service = await startKnowledgeService({ dataDir: join(folder, 'service') })
    try {
      const limits = { connectMs: 3000, searchMs: 10_000, ingestMs: 10_000, defaultMs: 3000 }
      const client = createPyRagClient({ baseUrl: service.url, limits, credential: async () => null, now: Date.now })
      const remote = await run(openPyRagEngine(client, Date.now))
      expect(remote.code).toBe(0)
      expect(remote.printed).toContain('| pumps | 3 | 2 | 1.0000 |')
      const body = JSON.stringify({ query: 'pump stops valve' })
      const headers = { 'content-type': 'application/json' }
      const plain = await fetch(`${service.url}/api/v1/search`, { method: 'POST', headers, body })
      expect(await plain.json()).toMatchObject({ hits: [] })
    } finally {
      await service.close()
    }
  })

  test('ends with 1 when a goal is missed', async () => {
    const silent: OpenEngine = async () => ({ search: async () => [] })
    const scifact = join(folder, 'ir', 'scifact')
    mkdirSync(scifact)
    for (const name of ['corpus.jsonl', 'queries.jsonl', 'qrels.tsv'])
      writeFileSync(join(scifact, name), readFileSync(join(folder, 'ir', 'pumps', name)))
    const { code, printed } = await run(silent, scifact)
    expect(code).toBe(1)
    expect(printed).toContain('scifact: nDCG@10 is 0.0000, below 0.7')
  })

  test('asks nothing of an engine when what it finds cannot be written', async () => {
    let opened = 0
    const counting: OpenEngine = async () => {
      opened += 1
      return { search: async () => [] }
    }
    const { code, told } = await run(counting, null, join(folder, 'absent', 'run.txt'))
    expect(code).toBe(2)
    expect(told).toContain('run.txt cannot be written: there is no folder')
    expect(opened).toBe(0)
  })

  test.skipIf(!existsSync('/dev/full'))('ends with 2 and a reason when a disk is full at the end', async () => {
    expect(await run(openEmbedded(null), null, '/dev/full')).toMatchObject({
      code: 2,
      told: expect.stringContaining('/dev/full cannot be written'),
    })
  })

  test('throws on what is a mistake of this program', async () => {
    const broken: OpenEngine = async () => {
      throw new TypeError('a bug')
    }
    await expect(run(broken)).rejects.toThrow('a bug')
  })

  test('ends with 2 and a reason when there is nothing to measure', async () => {
    expect(await run(openEmbedded(null), join(folder, 'absent'))).toMatchObject({
      code: 2,
      told: expect.stringContaining('no folder'),
    })
    rmSync(join(folder, 'ir'), { recursive: true })
    expect(await run()).toMatchObject({ code: 2, told: expect.stringContaining('No test collections') })
  })
})
