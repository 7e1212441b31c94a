import { describe, expect, test } from 'vitest'
import { findFigures } from '../../../../lib/semantic/figures/find-figures.ts'
import { foldText } from '../../../../lib/semantic/sentences/fold-text.ts'

/** Dimension and value of the first reading of each figure. */
function read(text: string): string[] {
  return findFigures(foldText(text), []).map(({ readings: [first] }) => `${first?.value} ${first?.dimension}`)
}

describe('findFigures', () => {
  test.each([
    ['waits 250 ms', ['0.25 time']],
    ['waits 2 h', ['7200 time']],
    ['waits 1 week', ['604800 time']],
    ['lasts 2 years', ['24 calendar']],
    ['needs 4 KiB', ['4096 bytes']],
    ['needs 4 TB', ['4000000000000 bytes']],
    ['sends 10 Mbps', ['10000000 bits']],
    ['is 12.5%', ['0.125 ratio']],
    ['costs $3.5 million', ['3500000 money']],
    ['has 1,234,567 rows', ['1234567 count']],
    ['has twenty-five nodes', ['25 count']],
    ['has three hundred and twelve nodes', ['312 count']],
    ['has two million rows', ['2000000 count']],
    ['等待３０秒', ['30 time']],
    ['等待十五分钟', ['900 time']],
    ['等待两小时', ['7200 time']],
    ['共有3亿条', ['300000000 count']],
    ['共有三百二十台', ['320 count']],
    ['占三分之一', [`${1 / 3} ratio`]],
    ['占百分之二十', ['0.2 ratio']],
    ['costs 5 yen-like tokens', ['5 count']],
  ])('reads %j', (text, figures) => {
    expect(read(text)).toEqual(figures)
  })

  test('reads a lower-case m at a number as minutes and as millions', () => {
    const [figure] = findFigures('5m', [])
    expect(figure?.readings.map(({ dimension, value }) => [dimension, value])).toEqual([
      ['time', 300],
      ['count', 5_000_000],
    ])
  })

  test.each([
    'the 3rd pod',
    'Step 3',
    'Table 2',
    '第三步',
    '第3章',
    '步骤 4',
    'see [12]',
    'one of them',
    '一个问题',
    '统一管理',
  ])('finds no figure in %j', (text) => {
    expect(read(text)).toEqual([])
  })

  test('marks years, and days beside a month, as dates', () => {
    const dates = findFigures('Since 2021, on March 4, on 12 May, 5 pods', []).map(({ raw, date }) => [raw, date])
    expect(dates).toEqual([
      [2021, true],
      [4, true],
      [12, true],
      [5, false],
    ])
  })
})

test('a number that is set is no year', () => {
  expect(findFigures('--heap=2048', []).map(({ raw, date }) => [raw, date])).toEqual([[2048, false]])
  expect(findFigures('in 2048', []).map(({ raw, date }) => [raw, date])).toEqual([[2048, true]])
})
