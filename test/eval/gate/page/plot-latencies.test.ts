import { expect, test } from 'vitest'
import { latenciesOf, latencyText, percentile } from '../../../../eval/gate/latencies.ts'
import { plotLatencies } from '../../../../eval/gate/page/plot-latencies.ts'
import { renderHtml } from '../../../../eval/gate/page/render-html.ts'
import { renderReportMarkdown } from '../../../../eval/gate/render-report-markdown.ts'
import { htmlText } from '../../../../lib/report/html.ts'
import { caseOf, reportOf, rules } from '../reports.ts'

const took = (...times: readonly number[]) => times.map((latencyMs, i) => caseOf(`case-${i}`, { latencyMs }))

/** The texts of the drawing: counts and names of columns, in order. */
const textsOf = (page: string) => [...page.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)
const drawn = (...args: Parameters<typeof plotLatencies>) => {
  const plot = plotLatencies(...args)
  return plot === null ? null : textsOf(htmlText(plot))
}

test('counts the cases by how long the engine took, from the fastest column that has any to the slowest', () => {
  expect(drawn(took(5, 1.2, 2, 30, 5.1), null)).toEqual(['2', '≤ 2', '1', '≤ 5', '1', '≤ 10', '0', '≤ 20', '1', '≤ 50'])
  expect(drawn(took(9000), null)).toEqual(['1', '&gt; 5000'])
})

test('draws the baseline beside it, over the columns that either has', () => {
  expect(drawn(took(1), took(4, 4))).toEqual(['1', '0', '≤ 1', '0', '0', '≤ 2', '0', '2', '≤ 5'])
})

test('has nothing to draw or to say where no case was timed', () => {
  expect(plotLatencies([caseOf('written')], took(3))).toBeNull()
  expect(latencyText([caseOf('written')])).toBeNull()
})

test('tells the half and the slowest twentieth by nearest rank, of the timed cases alone', () => {
  const times = Array.from({ length: 20 }, (_, n) => 20 - n)
  const cases = [...took(...times), caseOf('written')]
  expect(latenciesOf(cases)).toEqual(times.toReversed())
  expect(percentile([1, 2, 3], 0.5)).toBe(2)
  expect(latencyText(cases)).toBe(
    'Latency of the engine when its answers were recorded (20 cases): p50 10 ms, p95 19 ms.',
  )
})

test('stands in the page and in the Markdown of a report that knows it, with the baseline; in no other', () => {
  const [now, before] = [reportOf(took(3, 40)), reportOf(took(3, 4))]
  const page = renderHtml(rules, now, null, before)
  expect(page).toContain('Cases by latency of the engine')
  expect(renderReportMarkdown(rules, now)).toContain('p50 3 ms, p95 40 ms')
  const untimed = reportOf([caseOf('a')])
  expect(renderHtml(rules, untimed, null, null)).not.toContain('latency')
  expect(renderReportMarkdown(rules, untimed)).not.toContain('atency')
})
