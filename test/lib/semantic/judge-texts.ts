import type { SemanticJudgement } from '../../../lib/contract/semantic.ts'
import { indexExcerpt } from '../../../lib/semantic/comparison/index-evidence.ts'
import { judgeSubject } from '../../../lib/semantic/judge-subject.ts'
import { openSubject } from '../../../lib/semantic/open-subject.ts'

/** The judgement on a statement beside texts of evidence, as `judgeDraft` makes it. */
export function judgeTexts(statement: string, ...evidence: readonly string[]): SemanticJudgement {
  return judgeSubject(openSubject(statement, evidence.map(indexExcerpt)))
}
