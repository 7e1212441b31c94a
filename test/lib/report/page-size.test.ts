// A page stays below what a function can answer (spec 08: bodies over 5 MB are cut with a mark).
import { describe, expect, test } from 'vitest'
import { limits } from '../../../lib/contract/limits.ts'
import type { RunView } from '../../../lib/contract/run.ts'
import { renderPage } from '../../../lib/report/render-page.ts'
import { elementOf, textOf } from './page-reader.ts'
import { fellBack, invocation, item, published, rejected, report, stored, turn } from './run-views.ts'

const bytesOf = (page: string) => Buffer.byteLength(JSON.stringify(page))
const text = (bytes: number) => 'x'.repeat(bytes)
const note = /This page would be over its limit of 5 MB\. Left out: ([^.]*)\./
const leftOut = (page: string) => note.exec(textOf(page))?.[1] ?? null

const heavyAudits = [invocation('c1', { audit: [{ text: text(60_000) }] })]
const heavyTurns = [turn(1, { messages: [{ role: 'system' as const, text: text(60_000) }] })]
const heavyDrafts = [rejected({ draft: text(60_000) })]

describe('over its limit a page leaves out', () => {
  test('nothing while it is within', () => {
    const page = renderPage(published({ invocations: heavyAudits }), 'en', 100_000)
    expect(leftOut(page)).toBeNull()
    expect(bytesOf(page)).toBeGreaterThan(60_000)
  })

  test.each<[string, Partial<RunView>, string]>([
    ['audits first', { invocations: heavyAudits }, 'audits'],
    ['then the messages of the turns', { turns: heavyTurns }, 'audits, messages of the turns'],
    [
      'then the texts of rejected drafts',
      { drafts: heavyDrafts },
      'audits, messages of the turns, texts of rejected drafts',
    ],
  ])('%s', (_, over, parts) => {
    const page = renderPage(published(over), 'en', 50_000)
    expect(leftOut(page)).toBe(parts)
    expect(bytesOf(page)).toBeLessThanOrEqual(50_000)
    expect(page).toContain('<mark>')
  })

  test('but not the turns and the violations themselves', () => {
    const page = renderPage(fellBack({ turns: heavyTurns, drafts: heavyDrafts }), 'en', 50_000)
    expect(page).toContain('id="turn-1"')
    expect(textOf(elementOf(page, 'draft-1'))).toContain('TOOL_CALL_UNKNOWN')
  })

  test('then texts beside statements, views, evidence that is not cited, and in the end citations', () => {
    const result = stored('c1', [item('c1-doc#chunk-1'), item('other#chunk-1', { excerpt: 'Not cited anywhere.' })])
    const view = published({ invocations: [invocation('c1', { result })] })
    /** The largest page that leaves out so many parts. */
    const without = new Map<number, string>()
    for (let max = bytesOf(renderPage(view, 'en')); max > 9000 && without.size < 8; max -= 60) {
      const page = renderPage(view, 'en', max)
      const count = leftOut(page)?.split(', ').length ?? 0
      if (!without.has(count)) without.set(count, page)
    }
    const [four = '', five = '', six = '', seven = ''] = [4, 5, 6, 7].map((n) => without.get(n) ?? '')
    expect(elementOf(four, 'analysis-1')).not.toContain('<blockquote')
    expect(elementOf(four, 'analysis-1')).toContain('href="#call-1-text-1"')
    expect(elementOf(four, 'call-1-text-1')).toContain('<mark>')
    expect(textOf(four)).toContain('"evidence_status"')
    expect(textOf(five)).not.toContain('"evidence_status"')
    expect(textOf(five)).toContain('Not cited anywhere.')
    expect(textOf(six)).not.toContain('Not cited anywhere.')
    expect(elementOf(six, 'analysis-1')).toContain('href="#call-1-text-1"')
    expect(elementOf(seven, 'analysis-1')).not.toContain('href')
    expect(elementOf(seven, 'call-1-text-1')).toContain('<mark>')
  })

  test('counting bytes as they travel, in a JSON string', () => {
    const limit = Buffer.byteLength(renderPage(published(), 'en'))
    const page = renderPage(published(), 'en', limit)
    expect(leftOut(page)).not.toBeNull()
    expect(bytesOf(page)).toBeLessThanOrEqual(limit)
  })
})

test('the largest run that the contract lets in is below 5 MB', () => {
  const escaped = '<&"'
  const evidence = (call: number) =>
    Array.from({ length: 8 }, (_, i) => item(`d${call}-${i}#chunk-1`, { excerpt: escaped.repeat(600) }))
  const ids = Array.from({ length: 8 }, (_, i) => `c${i + 1}`)
  const calls = ids.map((id, i) => stored(id, evidence(i)))
  const documents = calls.flatMap((call) => call.evidence.map((e) => e.document_id))
  const analyses = Array.from({ length: 50 }, (_, i) => ({
    id: `a${i}`,
    kind: 'NORMAL' as const,
    text: escaped.repeat(300),
    tool_call_ids: ids,
    document_ids: documents.slice(0, 20),
    quotes: [],
  }))
  const references = calls.map((call) => ({
    tool_call_id: call.tool_call_id,
    document_ids: call.evidence.map((e) => e.document_id).slice(0, 3),
  }))
  const page = renderPage(
    published({
      report: report({
        draft: { analysis: analyses, conclusion: null, action_plan: [], limitations: ['x'] },
        snapshot: {
          invocations: calls.map((call) => ({
            ...call,
            tool: 't',
            origin: 'searched' as const,
            projection_sha256: '',
            items: call.evidence.map((e) => ({ ...e, cut: true })),
          })),
          analyses: analyses.map(({ id, kind }) => ({ analysis_id: id, kind, references })),
        },
      }),
      invocations: calls.map((result) =>
        invocation(result.tool_call_id, { result, audit: Array.from({ length: 3 }, () => text(65_536)) }),
      ),
      turns: Array.from({ length: 10 }, (_, i) =>
        turn(i + 1, { messages: [{ role: 'user', text: escaped.repeat(100_000) }] }),
      ),
      drafts: Array.from({ length: 2 }, () => rejected({ draft: escaped.repeat(20_000) })),
    }),
    'en',
  )
  expect(bytesOf(page)).toBeLessThanOrEqual(limits.run.bodyBytes)
  expect(leftOut(page)).toContain('audits, messages of the turns')
  expect(elementOf(page, 'analysis-50')).toContain('href="#call-8-text-3"')
})

test('a run whose audits were left out before says so', () => {
  expect(textOf(renderPage(published({ cut: true }), 'en'))).toContain('Audits were left out')
  expect(textOf(renderPage(published(), 'en'))).not.toContain('Audits were left out')
})
