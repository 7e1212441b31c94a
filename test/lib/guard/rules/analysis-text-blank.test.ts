import { expect, test } from 'vitest'
import { draft, judge, normal, reported } from '../builders.ts'

test.each(['', ' ', '\n\t\u3000', '\u200b\ufeff\u00ad'])('reports a text of which nothing can be seen: %j', (text) => {
  expect(reported(judge(draft({ analysis: [normal({ text })] })))).toEqual(['ANALYSIS_TEXT_BLANK /analysis/0/text'])
})

test.each(['.', ' x ', '无'])('stays silent on %j', (text) => {
  expect(judge(draft({ analysis: [normal({ text })] })).verdict).toBe('PASS')
})
