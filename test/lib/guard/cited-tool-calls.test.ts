import { expect, test } from 'vitest'
import { citedToolCalls } from '../../../lib/guard/cited-tool-calls.ts'
import { openDraft } from '../../../lib/guard/open-draft.ts'
import { draft, negative, normal } from './builders.ts'

test('gives each cited call once, in document order', () => {
  const analysis = [normal({ tool_call_ids: ['c3', 'c1'] }), negative({ tool_call_ids: ['c2', 'c3'] })]
  expect(citedToolCalls(openDraft(draft({ analysis })))).toEqual(['c3', 'c1', 'c2'])
})

test('gives none for what is no draft: nothing is read for it', () => {
  expect(citedToolCalls(openDraft({ analysis: [normal()] }))).toEqual([])
})
