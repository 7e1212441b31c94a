import { expect, test } from 'vitest'
import { draft, judge, reported } from '../builders.ts'

const { limitations: _, ...withoutLimitations } = draft()

test.each([
  ['absent', withoutLimitations],
  ['empty', draft({ limitations: [] })],
  ['all blank', draft({ limitations: ['', ' \n', '\u200b'] })],
])('reports limitations that are %s', (_name, value) => {
  expect(reported(judge(value))).toEqual(['LIMITATIONS_MISSING /limitations'])
})

test('stays silent when one of them says something', () => {
  expect(judge(draft({ limitations: ['', 'One gateway only.'] })).verdict).toBe('PASS')
})
