import { expect, test } from 'vitest'
import { figuresTable, markdownTable } from '../../eval/markdown-table.ts'

const head = ['of one', 'n', 'when']
const rows = [['reads', '1,200', 'always']]

test('a table has a line for its head, a rule, and a line for each row', () => {
  expect(markdownTable(head, rows)).toBe('| of one | n | when |\n| --- | --- | --- |\n| reads | 1,200 | always |')
})

test('columns of figures stand to the right, others to the left', () => {
  expect(figuresTable(head, rows)).toBe('| of one | n | when |\n| --- | ---: | --- |\n| reads | 1,200 | always |')
})
