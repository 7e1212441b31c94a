// What the cases cover: a rule that no case shows could be lost without a word.
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCases } from '../../../eval/diagnosis/read-cases.ts'
import { semanticVerdict } from '../../../lib/contract/semantic.ts'
import { fallbackCause } from '../../../lib/contract/turn.ts'
import { violationCodes } from '../../../lib/contract/violations.ts'

const { cases, chunks, drafts } = readCases(fileURLToPath(new URL('../../../eval/diagnosis/', import.meta.url)))
const expected = cases.map((each) => each.expect)
const rejections = expected.flatMap((each) => each.drafts).join(' ')
const tagged = (tag: string) => cases.filter(({ tags }) => tags.includes(tag))

describe('the diagnosis cases', () => {
  test('are at least 28, in English and in Chinese', () => {
    expect(cases.length).toBeGreaterThanOrEqual(28)
    expect(tagged('zh').length).toBeGreaterThanOrEqual(10)
    expect(tagged('en').length + tagged('zh').length).toBe(cases.length)
    for (const { id, question, tags } of cases) {
      expect([id, /\p{Script=Han}/u.test(question)]).toEqual([id, tags.includes('zh')])
    }
  })

  test.each(violationCodes)('reject a draft for %s', (code) => {
    expect(rejections).toMatch(new RegExp(`\\b${code}\\b`))
  })

  test.each(fallbackCause.options)('fall back for %s', (cause) => {
    expect(expected.map((each) => each.cause)).toContain(cause)
  })

  test.each(semanticVerdict.options.filter((verdict) => verdict !== 'SUPPORTED'))('have a statement %s', (verdict) => {
    expect(rejections).toContain(` ${verdict}`)
  })

  test('end in each state, with each kind, by each stop', () => {
    expect(new Set(expected.map((each) => each.state))).toEqual(new Set(['PUBLISHED', 'FALLBACK', 'FAILED']))
    expect(expected.some(({ statements }) => statements?.negative === 1)).toBe(true)
    expect(expected.some(({ statements }) => statements?.normal === 2)).toBe(true)
    expect(new Set(expected.map((each) => each.stop))).toEqual(new Set([null, 'NO_GAIN', 'BUDGET_EXHAUSTED']))
  })

  test('have the embedded model answer in both languages', () => {
    const asked = tagged('extractive').map(({ tags }) => (tags.includes('zh') ? 'zh' : 'en'))
    expect(new Set(asked)).toEqual(new Set(['en', 'zh']))
  })

  test('publish no lie, and no fallback of theirs is without a cause', () => {
    expect(tagged('lie').map((each) => each.expect.state)).toEqual(tagged('lie').map(() => 'FALLBACK'))
    expect(expected.filter(({ state, cause }) => (state === 'FALLBACK') !== (cause !== null))).toEqual([])
  })

  test('use every chunk and every draft that is there', () => {
    const text = JSON.stringify(cases)
    expect([...chunks.keys(), ...drafts.keys()].filter((name) => !text.includes(JSON.stringify(name)))).toEqual([])
  })
})
