// Two marks, two statements (spec 06; P70): what the evidence guard says is never what the semantic guard says.
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../../lib/report/render-page.ts'
import { elementOf, marksOf, textOf } from './page-reader.ts'
import { published, report, review, semanticRow } from './run-views.ts'

const rowsWith = (over: Parameters<typeof semanticRow>[1], layer: Parameters<typeof review>[1] = {}) => {
  const semantic_review = review([semanticRow('/analysis/0', over)], layer)
  return renderPage(published({ report: report({ semantic_review }) }), 'en')
}
const judge = { layer: 'judge', model: 'qwen3-32b' } as const
const secondMark = (page: string) => marksOf(elementOf(page, 'analysis-1'))[1]?.says

describe('each statement', () => {
  const itsOwn = 'Citations verified'
  const ofOthers = 'Citations verified: those of the analyses that it builds on'

  test.each([
    ['conclusion', ofOthers],
    ['analysis-1', itsOwn],
    ['action-1', ofOthers],
  ])('%s carries both marks, each by its own guard', (id, says) => {
    expect(marksOf(elementOf(renderPage(published(), 'en'), id))).toEqual([
      { who: 'Evidence guard', says },
      { who: 'Semantic guard', says: 'Consistent with its evidence (rules)' },
    ])
  })

  test('keeps the first mark when the second does not hold, and the other way round', () => {
    expect(marksOf(elementOf(rowsWith({ verdict: 'UNSUPPORTED', rule: 'figures' }), 'analysis-1'))).toEqual([
      { who: 'Evidence guard', says: 'Citations verified' },
      { who: 'Semantic guard', says: 'Not supported by its evidence (rules)' },
    ])
    const unverified = renderPage(published({ report: report({ citations_verified: false }) }), 'en')
    expect(marksOf(elementOf(unverified, 'analysis-1'))).toEqual([
      { who: 'Evidence guard', says: 'Citations not verified' },
      { who: 'Semantic guard', says: 'Consistent with its evidence (rules)' },
    ])
  })

  test('has its own verdict, not that of another', () => {
    const semantic_review = review([
      semanticRow('/analysis/0'),
      semanticRow('/conclusion', { verdict: 'UNKNOWN', rule: 'limit' }),
    ])
    const page = renderPage(published({ report: report({ semantic_review }) }), 'en')
    expect(marksOf(elementOf(page, 'conclusion'))[1]?.says).toBe('Could not be compared with its evidence (rules)')
    expect(marksOf(elementOf(page, 'action-1'))[1]?.says).toBe('Not compared with its evidence')
  })
})

describe('the second mark is worded by what was done', () => {
  test('by rules', () => {
    expect(secondMark(rowsWith({}))).toBe('Consistent with its evidence (rules)')
  })

  test('by a model, which is named, with its reason', () => {
    const page = rowsWith({ rule: 'judge', reason: 'The item says so.' }, judge)
    expect(secondMark(page)).toBe('Supported (judged by qwen3-32b)')
    expect(textOf(elementOf(page, 'analysis-1'))).toContain('The item says so.')
  })

  test('by rules where a model judged others but not this one', () => {
    expect(secondMark(rowsWith({}, judge))).toBe('Consistent with its evidence (rules)')
  })

  test.each([
    ['OVERSTATED', 'Overstated (rules)'],
    ['UNSUPPORTED', 'Not supported by its evidence (rules)'],
    ['UNKNOWN', 'Could not be compared with its evidence (rules)'],
  ] as const)('%s is said in words, with the reason and the words at fault', (verdict, says) => {
    const page = rowsWith({ verdict, rule: 'figures', reason: 'A figure is not there.', words: ['120 s', '504'] })
    expect(secondMark(page)).toBe(says)
    expect(textOf(elementOf(page, 'analysis-1'))).toContain('A figure is not there. Words at fault: 120 s, 504')
    expect(secondMark(rowsWith({ verdict, rule: 'judge' }, judge))).toBe(
      says.replace('(rules)', '(judged by qwen3-32b)'),
    )
  })

  test('a negative observation needs no more than that nothing was found', () => {
    expect(marksOf(elementOf(renderPage(published(), 'en'), 'analysis-2'))[1]?.says).toBe(
      'Consistent: the search did find nothing (rules)',
    )
  })

  test('a statement without a verdict is not called consistent', () => {
    const page = renderPage(published({ report: report({ semantic: [], semantic_review: null }) }), 'en')
    expect(secondMark(page)).toBe('Not compared with its evidence')
  })

  test('a report that kept no review is read by what it says itself', () => {
    const semantic = [{ statement: '/analysis/0', verdict: 'OVERSTATED', reason: 'Too much.' }]
    const page = renderPage(published({ report: report({ semantic, semantic_review: null }) }), 'en')
    expect(secondMark(page)).toBe('Overstated (rules)')
  })

  test('a judge that was asked for and did not judge is named as missing', () => {
    const page = rowsWith({}, { judge_unavailable: 'It did not answer in time.' })
    expect(textOf(page)).toContain('The model that should judge was not available')
    expect(textOf(page)).toContain('It did not answer in time.')
    expect(textOf(rowsWith({}))).not.toContain('The model that should judge')
  })
})

test('a mark that does not hold looks different from one that does', () => {
  const classesOf = (page: string) =>
    [...elementOf(page, 'analysis-1').matchAll(/<li class="(\w+ \w+)">/g)].map(([, c]) => c)
  expect(classesOf(rowsWith({}))).toEqual(['citations holds', 'meaning holds'])
  expect(classesOf(rowsWith({ verdict: 'UNKNOWN', rule: 'limit' }))).toEqual(['citations holds', 'meaning open'])
  const unverified = renderPage(published({ report: report({ citations_verified: false }) }), 'en')
  expect(classesOf(unverified)).toEqual(['citations open', 'meaning holds'])
  const unjudged = renderPage(published({ report: report({ semantic: [], semantic_review: null }) }), 'en')
  expect(classesOf(unjudged)).toEqual(['citations holds', 'meaning open'])
})

test('no tick stands anywhere on the page', () => {
  expect(renderPage(published(), 'en')).not.toMatch(/[✓✔☑✅🗸]/u)
})
