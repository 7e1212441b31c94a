import { expect, test } from 'vitest'
import { judgeTexts } from './judge-texts.ts'

/** CPU milliseconds, so that a busy machine does not matter; far above what it takes, far below what backtracking takes. */
const bound = 4000

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const pieces = [
  'a',
  '网',
  '1',
  '1,',
  '一百万',
  'one hundred ',
  ':',
  '.',
  'a.',
  'a/',
  '_a',
  '-',
  '"',
  '`a',
  "'a",
  '“a”',
  ' ',
  'a\n',
  'not ',
  '不',
  'a=',
  '[1] ',
  '--x ',
  '\u0301',
  'up ',
  'above 5 or ',
  '> 5',
  '高于',
  'rm -x ',
  '`rm x` ',
  '```\n',
  '$(',
  '\u0024{a}/',
  'a=b ',
  'a:b ',
  'https://a/',
]

function cpuOf(text: string, excerpt: string): number {
  const start = process.cpuUsage()
  judgeTexts(text, excerpt)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test.each(pieces)('a statement at its limit on 64 KB of %j takes bounded time', (piece) => {
  expect(cpuOf(fill(piece, 7999), `${fill(piece, 65_536)}!z`)).toBeLessThan(bound)
})

test('as many sentences, figures and identifiers as are allowed, each found everywhere, take bounded time', () => {
  const statement = Array.from({ length: 190 }, (_, i) => `Pool size is ${i} in k${i}x.`).join(' ')
  expect(cpuOf(statement, fill('Pool size is 50 in k50x. ', 131_072))).toBeLessThan(bound)
})

test.each([
  ['one sentence full of figures beside many such', 7],
  ['one sentence full of figures beside many that share each of them', 0],
])('%s takes bounded time', (_, shift) => {
  const row = (from: number) => `pool size ${Array.from({ length: 190 }, (_value, i) => 1000 + i * 9 + from).join(' ')}`
  const evidence = Array.from(
    { length: 240 },
    (_value, i) => `${row(shift * (1 + (i % 2)))} of ${i % 2 ? 'disk' : 'pool'}.`,
  )
  expect(cpuOf(`${row(0)} of disk.`, evidence.join('\n').slice(0, 240_000))).toBeLessThan(bound)
})

test('many sentences about as many things, none of them the one that is spoken of, take bounded time', () => {
  const statement = Array.from(
    { length: 90 },
    () => 'The size of the pool in the east wing by default is 80 units.',
  ).join(' ')
  const said = (i: number) =>
    `The size of the ${i % 2 ? 'pool' : 'disk'} ${'abcdefgh'[i % 8]}x by default is ${i % 3 ? 50 : 80} units.`
  expect(cpuOf(statement, Array.from({ length: 2200 }, (_value, i) => said(i)).join(' '))).toBeLessThan(bound)
})

test('a hostile document of one word of 16 KB supports nothing else', () => {
  const judged = judgeTexts('The pool is full.', fill('pool', 16_384))
  expect(judged.verdict).toBe('UNSUPPORTED')
})
