import type { DiagnosisDraft } from '../contract/draft.ts'
import type { DraftPath } from './json-pointer.ts'
import type { Finding } from './rule.ts'

/** One finding for each id of `basis` (the list at `path`) that no analysis of the draft has. */
export function unknownAnalyses(draft: DiagnosisDraft, basis: readonly string[], path: DraftPath): Finding[] {
  const known = draft.analysis.map(({ id }) => id)
  return basis.flatMap((id, i) =>
    known.includes(id)
      ? []
      : [{ path: [...path, i], message: `No analysis has the id "${id}".`, suggest: { id, known } }],
  )
}
