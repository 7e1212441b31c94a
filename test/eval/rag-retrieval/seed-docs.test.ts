// The seed documents: realistic in form, and in words of our own.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goldenCases } from '../../../eval/rag-retrieval/golden-case.ts'
import { countWords, readSeedText, readSeedTexts } from './seed-texts.ts'
import { runsOf, sharedRuns } from './shared-runs.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'eval/rag-retrieval')
const documents = readSeedTexts(join(folder, 'seed-docs'))
const { cases } = goldenCases.parse(JSON.parse(readFileSync(join(folder, 'cases/golden-cases.json'), 'utf8')))

describe('seed documents', () => {
  test('are at least 24, in both languages alike', () => {
    expect(documents.length).toBeGreaterThanOrEqual(24)
    const chinese = documents.filter(({ language }) => language === 'zh').length
    expect(Math.abs(documents.length - 2 * chinese)).toBeLessThanOrEqual(4)
  })

  test.each(documents)('$file has 100 to 2,000 words', ({ body }) => {
    expect(countWords(body)).toBeGreaterThanOrEqual(100)
    expect(countWords(body)).toBeLessThanOrEqual(2000)
  })

  test('are short and long: two have 1,500 words or more, five fewer than 250', () => {
    const lengths = documents.map(({ body }) => countWords(body))
    expect(lengths.filter((length) => length >= 1500).length).toBeGreaterThanOrEqual(2)
    expect(lengths.filter((length) => length < 250).length).toBeGreaterThanOrEqual(5)
  })

  test.each(documents)('$file says in its front matter what it is, and nothing else', ({ file, matter, body }) => {
    expect(Object.keys(matter)).toEqual(['source', 'breadcrumb', 'kb_scope', 'category', 'title', 'tags'])
    expect(matter).toMatchObject({ source: file, kb_scope: 'rag-eval' })
    expect(String(matter.breadcrumb).split(' > ').length).toBeGreaterThanOrEqual(3)
    expect(body.match(/^# .+$/m)?.index).toBeLessThanOrEqual(1)
  })

  test('have a breadcrumb each of its own', () => {
    expect(new Set(documents.map(({ matter }) => matter.breadcrumb)).size).toBe(documents.length)
  })
})

describe('the words are our own', () => {
  const ours = new Map(documents.flatMap(({ file, body }) => [...runsOf(body)].map((run) => [run, file])))
  const asked = runsOf(cases.map(({ query }) => query).join('\n\n'))

  test.each(globSync('infra/local/samples/*.md', { cwd: root }))('nothing is copied from %s', (file) => {
    expect(copies(readSeedText(file, readFileSync(join(root, file), 'utf8')).body)).toEqual([])
  })

  const data = process.env.EVIDENCE_DATA ?? '../shared/data'
  const runbooks = join(data, 'runbooks')
  describe.skipIf(!existsSync(runbooks))('held against public runbooks (skipped where the data is absent)', () => {
    test('no six words or twelve Chinese characters in a row are the same, outside of code', () => {
      const texts = globSync('**/*.md', { cwd: runbooks }).map((file) => readFileSync(join(runbooks, file), 'utf8'))
      expect(texts.length).toBeGreaterThan(500)
      expect(texts.flatMap(copies)).toEqual([])
    })
  })

  const older = join(data, 'superbiz-eval/rag_eval_cases.json')
  describe.skipIf(!existsSync(older))('held against another system’s cases (skipped where the data is absent)', () => {
    test('no question is taken over', () => {
      expect(sharedRuns(asked, readFileSync(older, 'utf8').replaceAll(/[",{}[\]]/g, '\n\n'))).toEqual([])
    })
  })

  function copies(text: string): string[] {
    return sharedRuns(ours, text).map((run) => `${ours.get(run)}: ${run}`)
  }
})

test('a shared run is found across line breaks and punctuation, and not in code', () => {
  const runs = runsOf(
    'Restart the broker, then wait\nfor a minute.\n\n`kubectl get pods -A -o wide --watch`\n\n先看延迟，再看错误率和饱和度。',
  )
  expect(sharedRuns(runs, 'restart the broker then wait for')).toEqual(['restart the broker then wait for'])
  expect(sharedRuns(runs, '先看延迟再看错误率、和饱和')).toEqual(['先看延迟再看错误率和饱和'])
  expect(sharedRuns(runs, 'kubectl get pods A o wide watch')).toEqual([])
  expect(sharedRuns(runs, 'the broker then wait a minute')).toEqual([])
})
