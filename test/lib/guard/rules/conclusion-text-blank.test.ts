import { expect, test } from 'vitest'
import { draft, judge, reported } from '../builders.ts'

test.each(['', ' ', '\n\t\u3000', '\u200b\ufeff\u00ad'])('reports a text of which nothing can be seen: %j', (text) => {
  expect(reported(judge(draft({ conclusion: { text, based_on_analysis_ids: ['a1'] } })))).toEqual([
    'CONCLUSION_TEXT_BLANK /conclusion/text',
  ])
})

test.each(['.', ' x ', '无'])('stays silent on %j', (text) => {
  expect(judge(draft({ conclusion: { text, based_on_analysis_ids: ['a1'] } })).verdict).toBe('PASS')
})

test('stays silent on a conclusion that is null', () => {
  expect(judge(draft({ conclusion: null })).verdict).toBe('PASS')
})
