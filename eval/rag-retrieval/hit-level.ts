import type { EvidenceBlock } from '../../lib/contract/lookup-result.ts'
import type { GoldenCase } from './golden-case.ts'

/** `strong`: sources, breadcrumbs and keywords are there; `weak`: an expected source is; `miss`: none is (spec 07, "Commands"). */
export type HitLevel = 'strong' | 'weak' | 'miss'

export type Coverage = {
  readonly missingSources: readonly string[]
  readonly missingBreadcrumbs: readonly string[]
  readonly missingKeywords: readonly string[]
  /** Null for a case that expects no evidence. */
  readonly hitLevel: HitLevel | null
  /** 1-based; null when no expected source is within `topK`. */
  readonly firstExpectedRank: number | null
}

/** What of a case's expectations the first `topK` blocks cover. Breadcrumbs and keywords count where an expected source has them. */
export function coverageOf(golden: GoldenCase, blocks: readonly EvidenceBlock[]): Coverage {
  const within = blocks.slice(0, golden.topK)
  const expected = within.filter(({ source }) => source !== null && golden.expectedSources.includes(source))
  const missingFrom = (wanted: readonly string[], texts: readonly (string | null)[]) => {
    const folded = texts.map((text) => fold(text ?? ''))
    return wanted.filter((each) => !folded.some((text) => text.includes(fold(each))))
  }
  const missingSources = golden.expectedSources.filter((each) => !expected.some(({ source }) => source === each))
  const missingBreadcrumbs = missingFrom(
    golden.expectedBreadcrumbs,
    expected.map(({ breadcrumb }) => breadcrumb),
  )
  const missingKeywords = missingFrom(
    golden.expectedKeywords,
    expected.map(({ content }) => content),
  )
  const whole = missingSources.length + missingBreadcrumbs.length + missingKeywords.length === 0
  const level = expected.length === 0 ? 'miss' : whole ? 'strong' : 'weak'
  const [first] = expected
  return {
    missingSources,
    missingBreadcrumbs,
    missingKeywords,
    hitLevel: golden.expectedSources.length === 0 ? null : level,
    firstExpectedRank: first === undefined ? null : within.indexOf(first) + 1,
  }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
