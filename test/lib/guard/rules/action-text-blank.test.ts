import { expect, test } from 'vitest'
import { action, draft, judge, reported } from '../builders.ts'

test.each(['', ' ', '\n\t\u3000', '\u200b\ufeff\u00ad'])('reports a text of which nothing can be seen: %j', (text) => {
  expect(reported(judge(draft({ action_plan: [action({ text })] })))).toEqual(['ACTION_TEXT_BLANK /action_plan/0/text'])
})

test.each(['.', ' x ', '无'])('stays silent on %j', (text) => {
  expect(judge(draft({ action_plan: [action({ text })] })).verdict).toBe('PASS')
})
