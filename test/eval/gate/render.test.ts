import { describe, expect, test } from 'vitest'
import { compareReports } from '../../../eval/gate/compare-reports.ts'
import { renderHtml } from '../../../eval/gate/page/render-html.ts'
import { renderDiffMarkdown } from '../../../eval/gate/render-diff-markdown.ts'
import { renderJson } from '../../../eval/gate/render-json.ts'
import { renderReportMarkdown } from '../../../eval/gate/render-report-markdown.ts'
import { caseOf, failed, reportOf, rules } from './reports.ts'

const hostile = '<img src=x onerror=alert(1)> | `x` [a](http://evil.test) \n# head'
const before = reportOf([caseOf('a'), caseOf('b'), caseOf('gone')])
const after = reportOf([
  failed('a', {
    tags: [hostile],
    failures: [{ field: 'level', expected: hostile, actual: [hostile], message: hostile }],
    observed: { level: hostile, rank: null, way: hostile },
  }),
  caseOf('b', { observed: { level: 'strong', rank: 2, way: 'retry' } }),
  caseOf('come'),
])
const diff = compareReports(rules, after, before)
const page = renderHtml(rules, after, diff, before)

describe('a page', () => {
  test('holds no script, no resource from elsewhere, and a policy that forbids both', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<a |href=|src=["']|url\(|@import|<foreignObject/i)
  })

  test('shows data as text, wherever it stands', () => {
    expect(page).not.toContain('<img')
    expect(page.match(/&lt;img src=x/g)?.length).toBeGreaterThanOrEqual(4)
  })

  test('draws figures, levels by tag and ranks, before and after', () => {
    expect(page.match(/<svg role="img"/g)).toHaveLength(3)
    expect(page).toContain('Figures; the tick is the baseline')
    expect(page).toContain('By tag: level; the thin bar is the baseline')
    expect(page).toContain('Cases by rank; the second bar is the baseline')
    expect(renderHtml(rules, after, null, null)).not.toContain('is the baseline')
  })

  test('says what was compared, and what could not be', () => {
    expect(page).toContain('New cases: come.')
    expect(page).toContain('Removed cases: gone.')
    const other = compareReports(rules, after, { ...before, engine: 'other' })
    expect(renderHtml(rules, after, other, before)).toContain('Cannot compare: ')
    expect(renderHtml(rules, after, null, null)).toContain('No baseline: nothing was compared.')
  })

  test('has no number that is none', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined/)
    expect(renderHtml(rules, reportOf([]), null, null)).not.toMatch(/NaN|Infinity|undefined/)
  })
})

describe('Markdown', () => {
  const text = renderReportMarkdown(rules, after)

  test('shows every failure with its field, and data makes no row, no link and no tag', () => {
    expect(text).toContain('| a | level |')
    expect(text).not.toMatch(/<img|\]\(http/)
    const rows = text.split('\n').filter((line) => line.startsWith('| a |'))
    expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual([7, 7])
  })

  test('of a diff lists regressions, improvements and neutral changes apart', () => {
    const heads = renderDiffMarkdown(rules, diff)
      .split('\n')
      .filter((line) => line.startsWith('#'))
    expect(heads).toEqual(['# Made up: against the baseline', '## Figures', '## Regressions', '## Neutral changes'])
  })

  test('says that the baseline could be raised', () => {
    const raised = compareReports(rules, reportOf([caseOf('a')]), reportOf([failed('a')]))
    expect(renderDiffMarkdown(rules, raised)).toContain('The baseline could be raised.')
  })
})

test('JSON is the same text for the same results, and ends its last line', () => {
  expect(renderJson(after)).toBe(renderJson(JSON.parse(renderJson(after))))
  expect(renderJson(diff).endsWith('}\n')).toBe(true)
})
