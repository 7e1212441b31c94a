import { describe, expect, it } from 'vitest'
import { lookupResult } from '../../../lib/contract/lookup-result.ts'
import { assembleLookup } from '../../../lib/evidence/assemble-lookup.ts'
import type { Locale } from '../../../lib/evidence/fixed-texts.ts'
import { packContext } from '../../../lib/evidence/pack-context.ts'
import { postProcessHits } from '../../../lib/evidence/post-process-hits.ts'
import { deepFreeze, defaults, hit } from './builders.ts'

const trace = {
  attempts: [],
  selectedAttempt: 'UNFILTERED_VECTOR' as const,
  fallbackReason: null,
  queryHints: [],
  contractWarnings: ['a warning'],
}

function assemble(scores: readonly number[], locale: Locale = 'en') {
  const hits = scores.map((score, index) => hit(`d${index}`, 0, index + 1, { score, rawScore: score }))
  const processed = deepFreeze(postProcessHits(hits, 'UNFILTERED_VECTOR', defaults))
  return assembleLookup('why', processed, packContext(processed.evidenceBlocks, 4000), trace, locale)
}

describe('a lookup result', () => {
  it('has exactly the fields of the specification, and survives JSON', () => {
    const lookup = assemble([0.9, 0.95])
    expect(Object.keys(lookup).toSorted()).toEqual(
      [
        'query',
        'found',
        'message',
        'candidateCount',
        'evidenceBlockCount',
        'topSimilarity',
        'relevanceLevel',
        'completenessHint',
        'evidenceBlocks',
        'contextPack',
        'retrievalTrace',
        'rerankTrace',
      ].toSorted(),
    )
    expect(JSON.parse(JSON.stringify(lookup))).toEqual(lookup)
    expect(lookupResult.parse(lookup)).toEqual(lookup)
    expect(lookup).toMatchObject({
      query: 'why',
      candidateCount: 2,
      evidenceBlockCount: 2,
      topSimilarity: 0.9,
      relevanceLevel: 'PRECISE',
      retrievalTrace: trace,
    })
    expect(lookup.contextPack.includedSources).toEqual(['d0.md', 'd1.md'])
  })

  it('has one row of rerank trace a surviving block, whose two scores are one', () => {
    const hits = [
      hit('A', 1, 2, { score: 0.4 }),
      hit('A', 1, 3, { score: 0.8 }),
      hit('B', 1, 4, { score: 0.6, source: null }),
      hit('C', 1, 5, { content: '' }),
    ]
    const processed = postProcessHits(hits, 'FILTERED_VECTOR', defaults)
    const { rerankTrace } = assembleLookup('why', processed, packContext(processed.evidenceBlocks, 4000), trace, 'en')
    expect(rerankTrace).toEqual([
      {
        finalRank: 1,
        source: 'A.md',
        baseScore: 0.4,
        finalScore: 0.4,
        boostReasons: ['semantic_rank:2', 'attempt:FILTERED_VECTOR', 'semantic_rank:3'],
      },
      {
        finalRank: 2,
        source: null,
        baseScore: 0.6,
        finalScore: 0.6,
        boostReasons: ['semantic_rank:4', 'attempt:FILTERED_VECTOR'],
      },
    ])
  })
})

describe('found and message', () => {
  it('say that there is evidence, of any grade', () => {
    expect(assemble([0.9])).toMatchObject({ found: true, message: null })
    expect(assemble([0.1])).toMatchObject({ found: true, message: null, relevanceLevel: null })
  })

  it('say that there is none, and to go on with logs, metrics and alerts', () => {
    const { found, message } = assemble([])
    expect(found).toBe(false)
    expect(message).toMatch(/knowledge base has no usable evidence/i)
    expect(message).toMatch(/go on with logs, metrics and alerts/i)
  })

  it('say so in Chinese', () => {
    const { found, message } = assemble([], 'zh-CN')
    expect(found).toBe(false)
    for (const word of ['知识库', '证据', '日志', '指标', '告警']) expect(message).toContain(word)
    expect(message).not.toMatch(/[a-z]/i)
  })
})

describe('the completeness hint', () => {
  it('of PRECISE says that the knowledge base holds nothing more precise than the above', () => {
    expect(assemble([0.75]).completenessHint).toMatch(/knowledge base holds nothing more precise than the above/i)
    const zh = assemble([0.75], 'zh-CN').completenessHint
    for (const word of ['知识库', '没有', '以上', '精确']) expect(zh).toContain(word)
  })

  it('of REFERENCE says to weigh it with other observations', () => {
    expect(assemble([0.5]).completenessHint).toMatch(/weigh it with other observations/i)
    const zh = assemble([0.5], 'zh-CN').completenessHint
    for (const word of ['参考', '其他', '观察']) expect(zh).toContain(word)
  })

  it('is absent without a grade', () => {
    expect(assemble([0.4999]).completenessHint).toBeNull()
    expect(assemble([]).completenessHint).toBeNull()
  })
})
