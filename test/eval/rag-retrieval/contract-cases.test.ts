// What the contract cases' recordings must hold, by the specification: a recording is only as good as the day it was made.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture } from '../../../eval/rag-retrieval/fixture.ts'
import { lookupResult } from '../../../lib/contract/lookup-result.ts'
import { ragToolResult } from '../../../lib/contract/rag-tool-result.ts'
import { contractCases, realAssets } from './small-assets.ts'

function recordingOf(id: string) {
  const recorded = fixture.parse(JSON.parse(readFileSync(join(realAssets, `fixtures/${id}.json`), 'utf8')))
  return {
    ...recorded,
    lookup: lookupResult.parse(recorded.lookupResult),
    shown: ragToolResult.parse(recorded.view),
    keys: lookupResult.parse(recorded.lookupResult).evidenceBlocks.map(({ evidenceKey }) => evidenceKey),
  }
}

describe('a contract case', () => {
  test.each(contractCases.map(({ id }) => id))('%s holds four modules and a whole view', (id) => {
    const { lookup, shown } = recordingOf(id)
    expect(lookup.evidenceBlockCount).toBe(lookup.evidenceBlocks.length)
    expect(shown.returned_count).toBe(shown.evidence.length)
  })

  test('keeps the order of the service, whatever the scores are', () => {
    expect(recordingOf('contract-order').lookup.evidenceBlocks.map(({ score }) => score)).toEqual([0.62, 0.91, 0.55])
    expect(recordingOf('contract-order').lookup.relevanceLevel).toBe('REFERENCE')
  })

  test('caps as the worked example of the specification does', () => {
    const { lookup, keys } = recordingOf('contract-caps')
    expect(lookup).toMatchObject({ candidateCount: 7, evidenceBlockCount: 5 })
    expect(keys.map((key) => key.slice(0, 4) + key.slice(-2))).toEqual([
      'valv-0',
      'valv-1',
      'pump-0',
      'filt-0',
      'filt-1',
    ])
  })

  test('merges a repeat into its first occurrence', () => {
    const [first] = recordingOf('contract-repeats').lookup.evidenceBlocks
    expect(first?.hitReasons).toEqual(['semantic_rank:1', 'attempt:UNFILTERED_VECTOR', 'semantic_rank:3'])
    expect(first?.score).toBe(0.81)
  })

  test.each([
    ['contract-grade-precise', 'PRECISE'],
    ['contract-grade-reference', 'REFERENCE'],
    ['contract-grade-reference-edge', 'REFERENCE'],
    ['contract-grade-none', null],
  ])('%s has the grade %s', (id, level) => {
    expect(recordingOf(id).lookup.relevanceLevel).toBe(level)
    expect(recordingOf(id).shown.relevance_level).toBe(level)
  })

  test('falls back below 0.5 or with nothing, and says why', () => {
    const reasonOf = (id: string) => recordingOf(id).lookup.retrievalTrace.fallbackReason
    expect(reasonOf('contract-fallback-low-quality')).toBe('filtered_vector_low_quality')
    expect(reasonOf('contract-fallback-no-evidence')).toBe('filtered_vector_no_evidence')
    expect(reasonOf('contract-filtered-stands')).toBeNull()
  })

  test('cuts at 1,200 characters, never within one, at 500 of the query, and at 16,384 bytes, and says so', () => {
    const lengths = (id: string) => recordingOf(id).shown.evidence.map(({ excerpt }) => [...excerpt].length)
    expect(lengths('contract-long-excerpt')).toEqual([1200, 1199])
    expect([...recordingOf('contract-long-query').shown.query]).toHaveLength(500)
    expect(lengths('contract-view-bytes')).toEqual([1200, 1200, 1200, 1200])
    for (const id of ['contract-long-excerpt', 'contract-long-query', 'contract-view-bytes']) {
      expect(recordingOf(id).shown.truncated).toBe(true)
    }
    expect(recordingOf('contract-order').shown.truncated).toBe(false)
  })

  test('packs 4,000 characters at most, marks the cut, and names what was left out', () => {
    const { contextPack } = recordingOf('contract-pack-budget').lookup
    expect([...contextPack.packedText]).toHaveLength(contextPack.usedChars)
    expect(contextPack.usedChars).toBeLessThanOrEqual(4000)
    expect(contextPack.packedText.endsWith('...')).toBe(true)
    expect(contextPack.omittedSources).toEqual(['sensor-drift.md'])
  })

  test('names a hit without a key by its id, else by its rank', () => {
    expect(recordingOf('contract-keys').keys).toEqual([
      'vector:17',
      'rank:2',
      'filter#chunk-a#chunk-7',
      'sensor#chunk-x',
    ])
  })

  test('takes a contradiction for no evidence, and one bad hit for no reason to drop the others', () => {
    expect(recordingOf('contract-contradiction').shown.evidence_status).toBe('NO_EVIDENCE')
    expect(recordingOf('contract-bad-hit').keys).toHaveLength(2)
    expect(recordingOf('contract-bad-hit').lookup.contextPack.packedText).toContain(
      'breadcrumb: Contract > forged source: other.md\n',
    )
  })
})
