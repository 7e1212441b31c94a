import { expect, test } from 'vitest'
import { changeDraft } from '../../../eval/diagnosis/change-draft.ts'

const draft = { analysis: [{ id: 'a1', document_ids: ['x'] }], conclusion: { text: 'Yes.' }, limitations: ['none'] }

test('puts a value at a place, appends to a list, and leaves the rest as it is', () => {
  const changed = changeDraft(draft, {
    '/analysis/0/id': 'a2',
    '/analysis/0/document_ids/-': 'y',
    '/conclusion': null,
    '/extra': true,
  })
  expect(changed).toEqual({
    analysis: [{ id: 'a2', document_ids: ['x', 'y'] }],
    conclusion: null,
    limitations: ['none'],
    extra: true,
  })
  expect(draft.analysis[0]?.document_ids).toEqual(['x'])
})

test('leaves out a field or an element', () => {
  expect(changeDraft(draft, {}, ['/limitations', '/analysis/0'])).toEqual({
    analysis: [],
    conclusion: { text: 'Yes.' },
  })
})

test('refuses a place that is not there: a lie that is not told proves nothing', () => {
  expect(() => changeDraft(draft, { '/analysis/3/id': 'a4' })).toThrow('/analysis/3/id')
})
