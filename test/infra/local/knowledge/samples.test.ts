import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSearchIndex } from '../../../../infra/local/knowledge/ranking/search-index.ts'
import { readDocument } from '../../../../infra/local/knowledge/reading/read-document.ts'
import { offTopicQuestions } from './off-topic-questions.ts'
import { sampleQuestions } from './sample-questions.ts'

const folder = join(import.meta.dirname, '../../../../infra/local/samples')
const names = readdirSync(folder)
const samples = names.map((name) => ({ name, ...readDocument(readFileSync(join(folder, name)), 'markdown') }))
const index = createSearchIndex()
for (const { name, content } of samples) await index.add(name, { ...content, name })
const first = (query: string) => index.search(query, 'hybrid', 20, () => true)[0]

describe('sample runbooks', () => {
  it('are at least 14, about half of them Chinese', () => {
    const chinese = samples.filter(({ matter }) => /\p{Script=Han}/u.test(matter?.title ?? ''))
    expect(samples.length).toBeGreaterThanOrEqual(14)
    expect(Math.abs(chinese.length - samples.length / 2)).toBeLessThanOrEqual(1)
  })

  it.each(samples)('$name is described, has headings and commands', ({ matter, content, warnings }) => {
    expect(warnings).toEqual([])
    expect(matter?.title).toMatch(/\S/)
    expect(matter?.category).toMatch(/\S/)
    expect(matter?.keywords.length).toBeGreaterThanOrEqual(3)
    expect(content.chunks.length).toBeGreaterThanOrEqual(4)
    expect(content.chunks.some(({ text }) => text.includes('```'))).toBe(true)
  })

  it('have questions for each', () => expect(Object.keys(sampleQuestions).sort()).toEqual([...names].sort()))

  it.each(Object.entries(sampleQuestions).flatMap(([name, questions]) => questions.map((query) => [query, name])))(
    '%s -> %s first',
    (query, name) =>
      expect(first(query)).toMatchObject({ docId: name, score: expect.toSatisfy((score) => score >= 0.35) }),
  )

  it.each([
    'redis is evicting keys, what should I do',
    'pod keeps restarting with CrashLoopBackOff',
    'RabbitMQ 消息积压怎么处理',
    '数据库连接池耗尽怎么办',
  ])('%s is PRECISE', (query) => expect(first(query)?.score).toBeGreaterThanOrEqual(0.75))

  it('kubernetes alone finds the runbook that has the word only in its name and front matter', () =>
    expect(first('kubernetes')).toMatchObject({
      docId: 'kubernetes-crashloopbackoff.md',
      score: expect.toSatisfy((score) => score >= 0.5),
    }))

  it.each(offTopicQuestions)('%s is no evidence', (query) => expect(first(query)?.score ?? 0).toBeLessThan(0.35))
})
