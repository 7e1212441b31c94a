import { type SemanticRule, semanticRule } from '../../lib/contract/semantic.ts'
import { auroc } from './auroc.ts'
import { balancedAccuracy, confusionOf, falseAlarms, precision, recall } from './confusion.ts'
import type { EvaluatedClaim } from './evaluate-claim.ts'

export type RuleSummary = {
  readonly rule: SemanticRule
  readonly reported: number
  readonly precision: number | null
  readonly recall: number | null
  readonly balancedAccuracy: number | null
}

/** Null where a figure is not defined: no claim of a label, no warning. */
export type SetSummary = {
  readonly name: string
  readonly claims: number
  readonly unsupported: number
  readonly unknown: number
  readonly auroc: number | null
  readonly baselineAuroc: number | null
  readonly balancedAccuracy: number | null
  readonly precision: number | null
  readonly recall: number | null
  /** Fraction of the supported claims that would not be published. */
  readonly falseAlarms: number | null
  readonly claimsPerSecond: number
  readonly rules: readonly RuleSummary[]
}

/** The figures of one set; "warned" is every verdict but SUPPORTED. */
export function summarizeSet(name: string, claims: readonly EvaluatedClaim[]): SetSummary {
  const warned = (test: (claim: EvaluatedClaim) => boolean) =>
    confusionOf(claims.map((claim) => ({ unsupported: !claim.supported, warned: test(claim) })))
  const verdicts = warned((claim) => claim.verdict !== 'SUPPORTED')
  const seconds = claims.reduce((sum, claim) => sum + claim.milliseconds, 0) / 1000
  return {
    name,
    claims: claims.length,
    unsupported: verdicts.truePositive + verdicts.falseNegative,
    unknown: claims.filter((claim) => claim.verdict === 'UNKNOWN').length,
    auroc: auroc(claims),
    baselineAuroc: auroc(claims.map(({ supported, baseline }) => ({ supported, score: baseline }))),
    balancedAccuracy: balancedAccuracy(verdicts),
    precision: precision(verdicts),
    recall: recall(verdicts),
    falseAlarms: falseAlarms(verdicts),
    claimsPerSecond: claims.length / seconds,
    rules: semanticRule.options
      .map((rule) => ({ rule, confusion: warned((claim) => claim.rules.includes(rule)) }))
      .map(({ rule, confusion }) => ({
        rule,
        reported: confusion.truePositive + confusion.falsePositive,
        precision: precision(confusion),
        recall: recall(confusion),
        balancedAccuracy: balancedAccuracy(confusion),
      }))
      .filter(({ reported }) => reported > 0),
  }
}
