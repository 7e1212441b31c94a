import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import { markDefinitions } from '../../../infra/cloud-assembly/mark-definitions.ts'

/** What is left of a source when nobody uses what it exports. */
const leftOf = (code: string) =>
  transformSync(markDefinitions(code).replaceAll('export ', ''), { loader: 'ts', treeShaking: true }).code.trim()

test.each([
  ['a call on one line', "export const id = z.string().regex(/a(b/, 'must be (a)')"],
  ['a call over lines', 'const id = z\n  .string()\n  .min(1)\n'],
  ['an object of calls', 'export const view = z.object({\n  a: z.string(),\n\n  b: z.array(id),\n})\n'],
  ['a call with a declared type', 'const words: ReadonlySet<string> = setOf(\n  one,\n)'],
  ['a function that is made by one', "const item = once(() =>\n  z.object({ a: z.literal('x') }),\n)"],
  ['a call and what it is said to be', 'export const codes = Object.keys(table) as readonly string[]'],
])('%s is left out when nobody uses it', (_, code) => {
  expect(leftOf(code)).toBe('')
})

test.each([
  ['a loop that fills a table', 'const table = new Map()\nfor (const x of list) table.set(x, 1)'],
  ['a call whose value nobody keeps', 'const a = 1\nstart(a)'],
])('%s stays', (_, code) => {
  expect(leftOf(code)).toContain(code.split('\n')[1])
})

test('what is used is what it was, definition by definition', () => {
  const code = 'const list = Array.of(1)\nconst more = list.concat(\n  2,\n)\n\nresult.push(...more)\n'
  const result: number[] = []
  new Function('result', transformSync(markDefinitions(code), { loader: 'ts' }).code)(result)
  expect(result).toEqual([1, 2])
})

test('no line moves, for the source map', () => {
  const code = 'const a = z\n  .string()\n\n// about b\nexport const b = z.object({\n  a,\n})\n\nb.parse(1)\n'
  const lines = markDefinitions(code).split('\n')
  expect(lines.map((line) => line.includes('about b'))).toEqual(
    code.split('\n').map((line) => line.includes('about b')),
  )
  expect(lines.indexOf('b.parse(1)')).toBe(8)
})
