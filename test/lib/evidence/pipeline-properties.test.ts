// What holds of every lookup, whatever the engine and its documents bring.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ragToolResult } from '../../../lib/contract/rag-tool-result.ts'
import type { EvidenceSettings } from '../../../lib/evidence/evidence-settings.ts'
import { runEvidence } from '../../../lib/evidence/run-evidence.ts'
import { hostileText } from '../hostile-text.ts'
import { anyHits, deepFreeze, defaults, hit, searched } from './builders.ts'

const lookUp = (query: string, hits: Parameters<typeof searched>[0], settings: EvidenceSettings) =>
  runEvidence({ query, toolCallId: 'call_x1', category: null }, async () => searched(hits), settings)

const settings = fc.record({
  returnN: fc.integer({ min: 1, max: 12 }),
  maxChunksPerDocument: fc.integer({ min: 1, max: 5 }),
  contextCharBudget: fc.integer({ min: 1, max: 5000 }),
  projection: fc.record({
    maxItems: fc.integer({ min: 1, max: 10 }),
    maxExcerptChars: fc.integer({ min: 1, max: 1300 }),
    maxQueryChars: fc.integer({ min: 1, max: 600 }),
    // The empty view with a query of 600 characters has at most 3,800 bytes.
    maxBytes: fc.oneof(fc.integer({ min: 3800, max: 6000 }), fc.constant(16_384)),
  }),
})

describe('for any hits, query and settings', () => {
  it('the view keeps the frozen contract and all of its limits, and nothing is cut without the mark', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, anyHits, settings, async (query, hits, changes) => {
        const { lookup, projection } = await lookUp(query, hits, { ...defaults, ...changes })
        const { text, view } = projection
        const { maxItems, maxExcerptChars, maxQueryChars, maxBytes } = changes.projection
        expect(ragToolResult.parse(JSON.parse(text))).toEqual(view)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
        expect(Object.keys(view)).toEqual([
          'evidence_status',
          'tool_call_id',
          'query',
          'evidence',
          'returned_count',
          'relevance_level',
          'truncated',
        ])
        expect(text.isWellFormed()).toBe(true)
        const strings = [view.query, ...view.evidence.flatMap((each) => Object.values(each))]
        expect(strings.every((each) => each === null || each.isWellFormed())).toBe(true)
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(maxBytes)
        expect(view.evidence.length).toBeLessThanOrEqual(maxItems)
        expect([...view.query].length).toBeLessThanOrEqual(maxQueryChars)
        for (const { excerpt } of view.evidence) expect([...excerpt].length).toBeLessThanOrEqual(maxExcerptChars)

        const blocks = lookup.evidenceBlocks
        const idsOfBlocks = [...new Set(blocks.map((block) => block.evidenceKey.toWellFormed()))]
        expect(view.evidence.map((each) => each.document_id)).toEqual(idsOfBlocks.slice(0, view.returned_count))
        const whole =
          view.query === query.toWellFormed() &&
          view.returned_count === idsOfBlocks.length &&
          view.evidence.every((each) => blocks.some((block) => block.content.toWellFormed() === each.excerpt))
        expect(view.truncated).toBe(!whole)
      }),
    )
  })

  it('the same lookup gives the same bytes, and what came in is not touched', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, anyHits, async (query, hits) => {
        const frozen = deepFreeze(structuredClone(hits))
        const [first, second] = [await lookUp(query, frozen, deepFreeze(defaults)), await lookUp(query, hits, defaults)]
        expect(first.projection.text).toBe(second.projection.text)
        expect(first.lookup).toEqual(second.lookup)
        expect(frozen).toEqual(hits)
      }),
      { numRuns: 50 },
    )
  })
})

describe('megabytes of content', () => {
  it.each(['abc', '网', '𠮷', '🇨', 'e\u0301', '\u0301', '\u200d', '👩\u200d', '"\n', '\u0000'])(
    'made of %j cost time in proportion, not in its square',
    async (piece) => {
      const content = `x${piece.repeat(Math.ceil(1_500_000 / piece.length))}`
      const hits = [hit('A', 1, 1, { content }), hit('A', 2, 2, { content, title: content.slice(0, 200_000) })]
      const before = process.cpuUsage()
      const { projection } = await lookUp('why', hits, defaults)
      const { user, system } = process.cpuUsage(before)
      // Some 100 ms; the bound is for slow machines. Anything quadratic takes minutes.
      expect((user + system) / 1000).toBeLessThan(3000)
      expect(projection.view.truncated).toBe(true)
    },
  )
})
