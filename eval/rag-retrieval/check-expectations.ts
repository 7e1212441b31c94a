import type { LookupResult } from '../../lib/contract/lookup-result.ts'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import type { CaseFailure } from '../gate/case-result.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Coverage } from './hit-level.ts'

/** What of a case's expectations its result does not meet (spec 07, "Checked a case"). */
export function checkExpectations(
  golden: GoldenCase,
  { lookup, view }: { readonly lookup: LookupResult; readonly view: RagToolResult },
  coverage: Coverage,
): CaseFailure[] {
  const { selectedAttempt, fallbackReason } = lookup.retrievalTrace
  const failures: CaseFailure[] = []
  const expect = (holds: boolean, failure: CaseFailure) => {
    if (!holds) failures.push(failure)
  }
  const all = (field: string, wanted: readonly string[], missing: readonly string[], where: string) =>
    expect(missing.length === 0, {
      field,
      expected: [...wanted],
      actual: wanted.filter((each) => !missing.includes(each)),
      message: `Not ${where}: ${missing.join(', ')}.`,
    })

  all('expectedSources', golden.expectedSources, coverage.missingSources, `within the first ${golden.topK} blocks`)
  all('expectedBreadcrumbs', golden.expectedBreadcrumbs, coverage.missingBreadcrumbs, 'in a breadcrumb of theirs')
  all('expectedKeywords', golden.expectedKeywords, coverage.missingKeywords, 'in the content of theirs')
  const packed = lookup.contextPack.includedSources
  const unpacked = golden.expectedSources.filter((source) => !packed.includes(source))
  all('contextPack.includedSources', golden.expectedSources, unpacked, 'in the packed context')
  expect(golden.expectedAttempts.includes(selectedAttempt), {
    field: 'selectedAttempt',
    expected: [...golden.expectedAttempts],
    actual: selectedAttempt,
    message: `The selected attempt is ${selectedAttempt}.`,
  })
  const reasons = golden.expectedFallbackReasons
  expect(fallbackReason === null ? reasons.length === 0 : reasons.includes(fallbackReason), {
    field: 'fallbackReason',
    expected: reasons.length === 0 ? null : [...reasons],
    actual: fallbackReason,
    message: fallbackReason === null ? 'There was no fallback.' : `There was a fallback: ${fallbackReason}.`,
  })
  expect(view.evidence_status === golden.expectedEvidenceStatus, {
    field: 'evidenceStatus',
    expected: golden.expectedEvidenceStatus,
    actual: view.evidence_status,
    message: `The evidence status is ${view.evidence_status}.`,
  })
  const top = lookup.rerankTrace[0]?.source ?? null
  expect(top === golden.expectedRerankTopSource, {
    field: 'rerankTopSource',
    expected: golden.expectedRerankTopSource,
    actual: top,
    message: top === null ? 'Nothing was ranked.' : `The top of the rerank trace is ${top}.`,
  })
  return failures
}
