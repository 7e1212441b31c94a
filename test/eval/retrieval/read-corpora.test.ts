import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { crossDomain, readAbsent } from '../../../eval/retrieval/absent-questions.ts'
import { findCorpora, readCorpus } from '../../../eval/retrieval/find-corpora.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpora-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const rows = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

const corpus = rows({ _id: 'd1', title: 'Pumps', text: 'They stop.' }, { _id: 'd2', text: 'No title.' })
const queries = rows({ _id: 'q1', text: 'why do pumps stop' }, { _id: 'q2', text: 'nobody judged this' })
const qrels = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n'

describe("BEIR's layout", () => {
  const layouts: Record<string, () => void> = {
    'as published: queries.jsonl, qrels/train.tsv': () => {
      write('queries.jsonl', queries)
      write('qrels/train.tsv', qrels)
    },
    'with the split in the names': () => {
      write('queries-train.jsonl', queries)
      write('qrels-train.tsv', qrels)
    },
    'with one qrels.tsv and Windows line ends': () => {
      write('queries.jsonl', queries.replaceAll('\n', '\r\n'))
      write('qrels.tsv', qrels.replaceAll('\n', '\r\n'))
    },
    gzipped: () => {
      write('queries.jsonl.gz', gzipSync(queries))
      write('qrels/train.tsv.gz', gzipSync(qrels))
    },
  }
  test.each(Object.entries(layouts))('is read %s', (_, lay) => {
    write('corpus.jsonl', corpus)
    lay()
    const read = readCorpus(folder, 'train')
    expect(read.documents.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([
      ['d1', '# Pumps\n\nThey stop.'],
      ['d2', 'No title.'],
    ])
    expect(read.queries).toEqual([{ id: 'q1', text: 'why do pumps stop' }])
    expect(read.qrels).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d1', 2],
            ['d2', 0],
          ]),
        ],
      ]),
    )
  })

  test('takes the judgements of the split that is asked for', () => {
    write('corpus.jsonl', corpus)
    write('queries.jsonl', queries)
    write('qrels/train.tsv', qrels)
    write('qrels/dev.tsv', qrels.replaceAll('q1', 'q2'))
    expect(readCorpus(folder, 'dev').queries.map(({ id }) => id)).toEqual(['q2'])
  })

  test('does not repeat a title with which the text opens', () => {
    write('corpus.jsonl', rows({ _id: 'd1', title: 'Pumps', text: '# Pumps\n\nThey stop.' }))
    write('queries.jsonl', queries)
    write('qrels.tsv', qrels)
    expect(Buffer.from(readCorpus(folder, 'train').documents[0]?.bytes ?? []).toString()).toBe('# Pumps\n\nThey stop.')
  })

  test.each([
    ['corpus.jsonl', `${corpus}{"_id": 3}\n`, /corpus\.jsonl:3: _id/],
    ['corpus.jsonl', `${corpus}{`, /corpus\.jsonl:3: not JSON/],
    ['qrels.tsv', `${qrels}q1 d1 1\n`, /qrels\.tsv:4: not a judgement/],
    ['qrels.tsv', `${qrels}q1\td1\thigh\n`, /qrels\.tsv:4: not a judgement/],
    ['qrels.tsv', 'query-id\tcorpus-id\tscore\n', /no query of the split train/],
    ['corpus.jsonl', '', /corpus\.jsonl has no document/],
    ['corpus.jsonl', `${corpus}${rows({ _id: 'd1', text: 'Again.' })}`, /corpus\.jsonl has the id "d1" more than once/],
    [
      'queries.jsonl',
      `${queries}${rows({ _id: 'q1', text: 'again' })}`,
      /queries\.jsonl has the id "q1" more than once/,
    ],
    ['qrels.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t0\n', /no document that the split train judges relevant/],
    ['qrels.tsv', 'query-id\tcorpus-id\tscore\nq1\tabsent\t1\n', /no document that the split train judges relevant/],
  ])('names the place of what is wrong in %s', (name, content, problem) => {
    write('corpus.jsonl', corpus)
    write('queries.jsonl', queries)
    write('qrels.tsv', qrels)
    write(name, content)
    expect(() => readCorpus(folder, 'train')).toThrow(problem)
  })

  test('says which file is absent', () => {
    write('corpus.jsonl', corpus)
    expect(() => readCorpus(folder, 'train')).toThrow(/none of queries-train\.jsonl, queries\.jsonl/)
  })
})

test('a folder that is none, or holds no collection, is refused', () => {
  expect(() => readCorpus(join(folder, 'absent'), 'train')).toThrow(/no folder/)
  expect(() => readCorpus(folder, 'train')).toThrow(/no test collection/)
  expect(findCorpora(folder, 'train')).toEqual([])
})

describe('a folder of runbooks', () => {
  beforeEach(() => {
    write('runbooks/en/a.md', '# A')
    write('runbooks/zh/b.md', '# B')
    write(
      'runbooks/manifest.jsonl',
      rows(
        { id: 'a', lang: 'en', source: 's', path: 'en/a.md' },
        { id: 'b', lang: 'zh', source: 'superbizagent', path: 'zh/b.md' },
      ),
    )
    write(
      'runbooks/golden_queries.jsonl',
      rows({ _id: 'g1', text: 'A is down', gold: ['a'] }, { _id: 'g2', text: 'not here', gold: ['c'] }),
    )
  })

  test('gives its English documents, byte for byte, with the alerts that are for them', () => {
    const [found] = findCorpora(folder, 'train')
    expect(found).toMatchObject({ name: 'runbooks-en', queries: [{ id: 'g1', text: 'A is down' }] })
    expect(found?.documents.map(({ id, filename }) => [id, filename])).toEqual([['a', 'en/a.md']])
    expect(found?.qrels).toEqual(new Map([['g1', new Map([['a', 1]])]]))
  })

  test('has the questions that their authors marked as not answerable', () => {
    const cases = [
      { query: 'answered', answerable: true },
      { query: 'absent', answerable: false },
    ]
    write('superbiz-eval/rag_eval_cases.json', JSON.stringify({ cases }))
    expect(readAbsent(folder)).toMatchObject({ of: { documents: [{ id: 'b' }] }, questions: ['absent'] })
    rmSync(join(folder, 'superbiz-eval'), { recursive: true })
    expect(readAbsent(folder)).toBeNull()
  })
})

test('questions of science and of operations are put to each other, never to their own kind', () => {
  const named = (name: string) => ({
    name,
    documents: [],
    queries: [{ id: 'q', text: `asks ${name}` }],
    qrels: new Map(),
  })
  const pairs = crossDomain([named('scifact'), named('runbooks-en'), named('runbooks-zh')])
  expect(pairs.map(({ asked, of }) => `${asked} -> ${of.name}`).sort()).toEqual([
    'runbooks-en -> scifact',
    'runbooks-zh -> scifact',
    'scifact -> runbooks-en',
    'scifact -> runbooks-zh',
  ])
})
