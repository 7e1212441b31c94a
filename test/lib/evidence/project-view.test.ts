import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../../../lib/contract/rag-tool-result.ts'
import { projectView, type ViewInput } from '../../../lib/evidence/project-view.ts'
import { defaults } from './builders.ts'

const item = (document_id: string, excerpt = 'x', changes: Partial<EvidenceItem> = {}): EvidenceItem => ({
  document_id,
  source: null,
  title: null,
  breadcrumb: null,
  excerpt,
  ...changes,
})
const items = (count: number, excerpt = 'x') => Array.from({ length: count }, (_, index) => item(`d${index}`, excerpt))
const project = (input: Partial<ViewInput>, limits: Partial<typeof defaults.projection> = {}) =>
  projectView(
    { toolCallId: 'c1', query: 'q', items: [], relevanceLevel: null, ...input },
    { ...defaults.projection, ...limits },
  )
/** Bytes of a view with these items, written out by hand; `false` and no level, as long as nothing was cut. */
const bytesOf = (shown: readonly EvidenceItem[], truncated = false) =>
  Buffer.byteLength(
    `{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"c1","query":"q","evidence":${JSON.stringify(shown)},` +
      `"returned_count":${shown.length},"relevance_level":null,"truncated":${truncated}}`,
  )
const noEvidence = { evidence_status: 'NO_EVIDENCE', evidence: [], returned_count: 0, relevance_level: null }

describe('the limit of items', () => {
  it.each([
    [7, 7, false],
    [8, 8, false],
    [9, 8, true],
    [200, 8, true],
  ])('of 8, given %i, shows %i; truncated: %s', (given, shown, truncated) => {
    const { view } = project({ items: items(given) })
    expect(view.evidence.map((each) => each.document_id)).toEqual(items(shown).map((each) => each.document_id))
    expect(view).toMatchObject({ evidence_status: 'EVIDENCE_FOUND', returned_count: shown, truncated })
  })

  it('does not count repeats: 8 items and repeats of them are whole', () => {
    const { view } = project({ items: [...items(4), ...items(8), ...items(8)] })
    expect(view).toMatchObject({ returned_count: 8, truncated: false })
  })

  it('is a setting', () => {
    expect(project({ items: items(3) }, { maxItems: 2 }).view).toMatchObject({ returned_count: 2, truncated: true })
  })

  it('reads no further than it must', () => {
    let read = 0
    const endless = (function* () {
      for (;;) {
        read += 1
        yield item(`d${read}`)
      }
    })()
    expect(project({ items: endless }).view).toMatchObject({ returned_count: 8, truncated: true })
    expect(read).toBe(9)
  })
})

describe('the limit of an excerpt', () => {
  it.each([
    ['x', 1199, false],
    ['x', 1200, false],
    ['x', 1201, true],
    ['网', 1199, false],
    ['网', 1200, false],
    ['网', 1201, true],
    ['𠮷', 1200, false],
    ['𠮷', 1201, true],
  ])('of 1200 characters, given %s × %i, cuts: %s', (character, given, truncated) => {
    const { view, cutDocumentIds } = project({ items: [item('d', character.repeat(given))] })
    expect(view.evidence[0]?.excerpt).toBe(character.repeat(Math.min(given, 1200)))
    expect(view.truncated).toBe(truncated)
    expect(cutDocumentIds).toEqual(truncated ? ['d'] : [])
  })

  it('binds no other field', () => {
    const long = 'x'.repeat(1300)
    const { view } = project({ items: [item('d', 'x', { source: long, title: long, breadcrumb: long })] })
    expect(view).toMatchObject({ evidence: [{ source: long, title: long, breadcrumb: long }], truncated: false })
  })

  it('names the cut items that are shown, and no other', () => {
    const long = 'x'.repeat(1201)
    expect(project({ items: [item('a', long), item('b'), item('c', long)] }).cutDocumentIds).toEqual(['a', 'c'])
    const twenty = [...items(8), item('z', long)]
    expect(project({ items: twenty }).cutDocumentIds).toEqual([])
    const wide = [item('a', long), item('b', long, { title: 'x'.repeat(20_000) })]
    expect(project({ items: wide }).cutDocumentIds).toEqual(['a'])
  })
})

describe('the limit of the query', () => {
  it.each([
    ['x', 499, false],
    ['x', 500, false],
    ['x', 501, true],
    ['网', 500, false],
    ['网', 501, true],
    ['𠮷', 500, false],
    ['𠮷', 501, true],
  ])('of 500 characters, given %s × %i, cuts: %s', (character, given, truncated) => {
    const { view } = project({ query: character.repeat(given), items: items(1) })
    expect(view.query).toBe(character.repeat(Math.min(given, 500)))
    expect(view.truncated).toBe(truncated)
  })

  it('marks a view without evidence too', () => {
    expect(project({ query: 'x'.repeat(501) }).view).toMatchObject({ ...noEvidence, truncated: true })
  })

  it('never splits a grapheme', () => {
    expect(project({ query: `${'x'.repeat(499)}e\u0301` }).view.query).toBe('x'.repeat(499))
  })
})

describe('the limit of bytes', () => {
  it.each([
    ['ASCII', 'x'.repeat(40)],
    ['Chinese', '网关超时'.repeat(10)],
    ['𠮷', '𠮷'.repeat(20)],
    ['quotes and backslashes', '"\\'.repeat(20)],
    ['line ends and control characters', `x${'\n\t\u0000\u0001\u001f'.repeat(10)}`],
  ])('is measured on the UTF-8 of the whole text: %s', (_, excerpt) => {
    const three = items(3, excerpt)
    const whole = bytesOf(three)
    for (const [maxBytes, shown, truncated] of [
      [whole - 1, 2, true],
      [whole, 3, false],
      [whole + 1, 3, false],
    ] as const) {
      const { text, view } = project({ items: three }, { maxBytes })
      expect(view).toMatchObject({ evidence: three.slice(0, shown), returned_count: shown, truncated })
      expect(Buffer.byteLength(text)).toBe(bytesOf(three.slice(0, shown), truncated))
    }
  })

  it('is 16,384 by default, the last byte included', () => {
    const titled = (title: string) => [item('d', 'x'.repeat(1200)), item('e', 'x'.repeat(1200), { title })]
    const room = 16_384 - bytesOf(titled(''))
    const exact = project({ items: titled('t'.repeat(room)) })
    expect(Buffer.byteLength(exact.text)).toBe(16_384)
    expect(exact.view).toMatchObject({ returned_count: 2, truncated: false })
    expect(project({ items: titled('t'.repeat(room + 1)) }).view).toMatchObject({ returned_count: 1, truncated: true })
  })

  it.each([
    // 8 x 1200 ASCII characters fit; of Chinese, 4 x 3,600 bytes; of doubled bytes, 6 x 2,400; of 6-byte escapes, 2 x 7,200.
    ['x', 8, false],
    ['网', 4, true],
    ['"', 6, true],
    ['\\', 6, true],
  ])('admits of eight full excerpts of %j: %i', (character, shown, truncated) => {
    const { view, text } = project({ items: items(8, character.repeat(1200)) })
    expect(view).toMatchObject({ returned_count: shown, truncated })
    expect(view.evidence.every((each) => each.excerpt === character.repeat(1200))).toBe(true)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384)
  })

  it('drops whole items from the tail, one at a time, never a larger one before it', () => {
    const large = item('large', 'x', { title: 'x'.repeat(300) })
    const given = [item('a'), large, item('b'), item('c')]
    const shownAt = (maxBytes: number) =>
      project({ items: given }, { maxBytes }).view.evidence.map((each) => each.document_id)
    expect(shownAt(bytesOf(given))).toEqual(['a', 'large', 'b', 'c'])
    expect(shownAt(bytesOf(given) - 1)).toEqual(['a', 'large', 'b'])
    expect(shownAt(bytesOf(given.slice(0, 3), true) - 1)).toEqual(['a', 'large'])
    expect(shownAt(bytesOf(given.slice(0, 2), true) - 1)).toEqual(['a'])
  })

  it('counts the mark itself: what is cut anyway has a byte less of its own', () => {
    const long = [item('a', 'x'.repeat(1201)), item('b')]
    const shown = [item('a', 'x'.repeat(1200)), item('b')]
    const exact = bytesOf(shown, true)
    expect(exact).toBe(bytesOf(shown, false) - 1)
    expect(project({ items: long }, { maxBytes: exact }).view.returned_count).toBe(2)
    expect(project({ items: long }, { maxBytes: exact - 1 }).view.returned_count).toBe(1)
  })

  it('that leaves nothing is an honest NO_EVIDENCE, marked as cut, without a level', () => {
    const { text, view, cutDocumentIds } = project({
      items: [item('d', 'x'.repeat(1201), { title: 'x'.repeat(20_000) })],
      relevanceLevel: 'PRECISE',
    })
    expect(view).toEqual({ ...noEvidence, tool_call_id: 'c1', query: 'q', truncated: true })
    expect(JSON.parse(text)).toEqual(view)
    expect(cutDocumentIds).toEqual([])
  })

  it('that not even the empty view keeps is a failure', () => {
    const empty =
      '{"evidence_status":"NO_EVIDENCE","tool_call_id":"c1","query":"q","evidence":[],"returned_count":0,"relevance_level":null,"truncated":true}'
    const given = { items: items(1, 'x'.repeat(200)) }
    expect(project(given, { maxBytes: empty.length }).text).toBe(empty)
    expect(() => project(given, { maxBytes: empty.length - 1 })).toThrow(
      expect.objectContaining({ code: 'E_INTERNAL' }),
    )
    expect(() => project({ toolCallId: 'c'.repeat(16_384) })).toThrow(expect.objectContaining({ code: 'E_INTERNAL' }))
  })

  it('is kept when the query alone takes most of it', () => {
    const { view, text } = project({ query: '\u0001'.repeat(600), items: items(8, '网'.repeat(1200)) })
    expect(view).toMatchObject({ query: '\u0001'.repeat(500), returned_count: 3, truncated: true })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384)
  })
})

describe('an item', () => {
  it('that is a repeat by its id is left out: the first one stands', () => {
    const { view } = project({ items: [item('d', 'first'), item('e', 'other'), item('d', 'again')] })
    expect(view.evidence.map((each) => each.excerpt)).toEqual(['first', 'other'])
    expect(view.truncated).toBe(false)
  })

  it('is a repeat too when its id is the same only once well-formed', () => {
    expect(project({ items: [item('d\ud800'), item('d\udc00')] }).view.returned_count).toBe(1)
  })

  it('that is blank is no evidence', () => {
    expect(project({ items: [item('d', ' \n')] }).view).toMatchObject({ ...noEvidence, truncated: false })
    expect(project({ items: [item('d', ''), item('d', 'words')] }).view).toMatchObject({ returned_count: 1 })
  })

  it('whose words lie behind the cut stays, marked as cut', () => {
    const { view, cutDocumentIds } = project({ items: [item('d', `${' '.repeat(1200)}words`)] })
    expect(view).toMatchObject({ evidence_status: 'EVIDENCE_FOUND', returned_count: 1, truncated: true })
    expect(cutDocumentIds).toEqual(['d'])
  })
})

describe('the relevance level', () => {
  it('stands with evidence and is null without', () => {
    expect(project({ items: items(1), relevanceLevel: 'REFERENCE' }).view.relevance_level).toBe('REFERENCE')
    expect(project({ items: [], relevanceLevel: 'REFERENCE' }).view.relevance_level).toBeNull()
  })
})
