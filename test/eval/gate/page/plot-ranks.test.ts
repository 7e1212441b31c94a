import { expect, test } from 'vitest'
import { plotRanks } from '../../../../eval/gate/page/plot-ranks.ts'
import { htmlText } from '../../../../lib/report/html.ts'
import { caseOf } from '../reports.ts'

const at = (rank: number | null, id = `at-${rank}`) =>
  caseOf(id, { observed: { level: 'strong', rank, way: 'direct' } })
const rule = { title: 'rank', better: 'lower' } as const

/** Each bar's count with its column, in order. */
function barsOf(page: string): [string | undefined, string | undefined][] {
  const texts = [...page.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)
  return texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1]]] : []))
}

test('has a column for each rank, a last one for all further back, and one for none', () => {
  const page = htmlText(plotRanks('rank', rule, [at(1), at(1, 'too'), at(3), at(8), at(12), at(null)], null))
  expect(barsOf(page)).toEqual([
    ['2', '1'],
    ['0', '2'],
    ['1', '3'],
    ['0', '4'],
    ['0', '5'],
    ['0', '6'],
    ['0', '7'],
    ['2', '8+'],
    ['1', 'none'],
  ])
})

test('leaves out cases that the field does not apply to', () => {
  const applies = { ...rule, applies: ({ id }: { id: string }) => id !== 'at-null' }
  const page = htmlText(plotRanks('rank', applies, [at(1), at(null)], null))
  expect(barsOf(page)).toEqual([
    ['1', '1'],
    ['0', 'none'],
  ])
})
