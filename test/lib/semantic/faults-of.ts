import { indexExcerpt } from '../../../lib/semantic/comparison/index-evidence.ts'
import { openSubject } from '../../../lib/semantic/open-subject.ts'
import type { Rule } from '../../../lib/semantic/rule.ts'

/** The words that a rule reports of a statement beside its evidence. */
export function faultsOf(rule: Rule, statement: string, ...evidence: readonly string[]): readonly string[] {
  const subject = openSubject(statement, evidence.map(indexExcerpt))
  if (subject === null) throw new Error('over a limit')
  return rule.faults(subject)
}
