import type { ViolationCode } from '../contract/violations.ts'
import type { Finding, Rule } from './rule.ts'

export type Reported = Finding & { readonly code: ViolationCode }

/** What `rule` finds, under its code. A rule that throws is a violation of its own code: it never counts as passed. */
export function applyRule<Subject>(rule: Rule<Subject>, subject: Subject): readonly Reported[] {
  try {
    return rule.check(subject).map((finding) => ({ ...finding, code: rule.code }))
  } catch {
    return [{ code: rule.code, path: [], message: 'This rule could not be checked, so the draft does not pass it.' }]
  }
}
