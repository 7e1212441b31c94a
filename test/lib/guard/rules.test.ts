import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { violationCodes } from '../../../lib/contract/violations.ts'
import { contentRules, shapeRule } from '../../../lib/guard/rules.ts'

const fileOf = (code: string) => code.toLowerCase().replaceAll('_', '-')
const exportOf = (code: string) => fileOf(code).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const here = (path: string) => new URL(path, import.meta.url)

test('each code of the table has exactly one rule file, and no file is left over', () => {
  expect(readdirSync(here('../../../lib/guard/rules')).toSorted()).toEqual(
    violationCodes.map((code) => `${fileOf(code)}.ts`).toSorted(),
  )
})

test.each(violationCodes)('%s: its file exports one rule, of this code, that is in the list', async (code) => {
  const exported = Object.entries(await import(here(`../../../lib/guard/rules/${fileOf(code)}.ts`).href))
  expect(exported).toEqual([[exportOf(code), expect.objectContaining({ code })]])
  expect([shapeRule, ...contentRules]).toContain(exported[0]?.[1])
})

test('the list holds each code once, in the order of the table', () => {
  expect([shapeRule, ...contentRules].map((rule) => rule.code)).toEqual(violationCodes)
})

test.each(violationCodes)('%s: its tests come as a pair, "reports" and "stays silent"', (code) => {
  const text = readFileSync(here(`rules/${fileOf(code)}.test.ts`), 'utf8')
  expect(text).toMatch(/'reports /)
  expect(text).toMatch(/stays silent /)
})
