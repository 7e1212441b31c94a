import type { SemanticJudgement } from '../contract/semantic.ts'
import { cutText } from '../text/cut-text.ts'
import type { Subject } from './comparison/comparison.ts'
import type { Rule } from './rule.ts'
import { exactRules, wordRules } from './rules.ts'
import { semanticLimits } from './semantic-limits.ts'

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const consistent: SemanticJudgement = {
  verdict: 'SUPPORTED',
  rule: 'consistent',
  reason: 'Consistent with the cited evidence by every rule.',
  words: [],
}

const otherLanguage = 'The statement and its evidence are not in the same language.'

/** The judgement "not evaluated": never a pass. */
function unknown(rule: 'limit' | 'nothing-to-compare', reason: string): SemanticJudgement {
  return { verdict: 'UNKNOWN', rule, reason, words: [] }
}

/**
 * The verdict of the rules on an opened statement. The first rule that reports decides; the words and reasons of the others
 * that report are added, so that one repair can heal all. Null is a statement over a limit.
 * @param more rules for this kind of statement beside those for all
 */
export function judgeSubject(subject: Subject | null, more: readonly Rule[] = []): SemanticJudgement {
  if (subject === null) return unknown('limit', 'The statement or its evidence is too long to be evaluated.')
  if (!subject.evidence.some((excerpt) => excerpt.sentences.length > 0))
    return unknown('nothing-to-compare', 'There is no evidence to compare it with.')
  const foreign = inOtherLanguage(subject)
  const exact = apply(exactRules, subject)
  if (exact.length > 0) return judgementOf(exact, foreign ? [otherLanguage] : [])
  const words = subject.comparisons.flatMap(({ stated }) => stated.words)
  if (words.length === 0) return unknown('nothing-to-compare', 'The statement has no words of content.')
  if (foreign) return unknown('nothing-to-compare', otherLanguage)
  const reported = apply([...wordRules, ...more], subject)
  return reported.length > 0 ? judgementOf(reported) : consistent
}

type Report = { readonly rule: Rule; readonly words: readonly string[] }

function apply(rules: readonly Rule[], subject: Subject): Report[] {
  return rules.map((rule) => ({ rule, words: rule.faults(subject) })).filter(({ words }) => words.length > 0)
}

/** @param more reasons behind those of the rules */
function judgementOf(reports: readonly Report[], more: readonly string[] = []): SemanticJudgement {
  const [first] = reports
  if (first === undefined) return consistent
  const words = [...new Set(reports.flatMap((report) => report.words))].slice(0, semanticLimits.words)
  return {
    verdict: first.rule.verdict,
    rule: first.rule.name,
    reason: [...reports.map((report) => report.rule.reason), ...more].join(' '),
    words: words.map((word) => cutText(word, semanticLimits.wordChars).text),
  }
}

/** Whether most words of the statement are of a script that its evidence does not have at all. */
function inOtherLanguage({ comparisons, evidence }: Subject): boolean {
  const words = comparisons.flatMap(({ stated }) => stated.words)
  const chinese = words.filter((word) => han.test(word.text)).length
  const keys = (test: (key: string) => boolean) => evidence.some(({ positions }) => [...positions.keys()].some(test))
  if (chinese * 2 > words.length) return !keys((key) => han.test(key))
  return !keys((key) => !han.test(key))
}
