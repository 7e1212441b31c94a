// All rules, in the order of their codes.
import type { Rule } from './rule.ts'
import { actionBasisInvalid } from './rules/action-basis-invalid.ts'
import { actionIdDuplicate } from './rules/action-id-duplicate.ts'
import { actionTextBlank } from './rules/action-text-blank.ts'
import { analysisIdDuplicate } from './rules/analysis-id-duplicate.ts'
import { analysisTextBlank } from './rules/analysis-text-blank.ts'
import { analysisUncited } from './rules/analysis-uncited.ts'
import { conclusionBasisUnknown } from './rules/conclusion-basis-unknown.ts'
import { conclusionTextBlank } from './rules/conclusion-text-blank.ts'
import { conclusionUngrounded } from './rules/conclusion-ungrounded.ts'
import { documentNotInEvidence } from './rules/document-not-in-evidence.ts'
import { draftSchemaInvalid } from './rules/draft-schema-invalid.ts'
import { kindClaimsEvidence } from './rules/kind-claims-evidence.ts'
import { kindDeniesEvidence } from './rules/kind-denies-evidence.ts'
import { ledgerRecordInvalid } from './rules/ledger-record-invalid.ts'
import { limitationsMissing } from './rules/limitations-missing.ts'
import { quoteNotInEvidence } from './rules/quote-not-in-evidence.ts'
import { toolCallExpired } from './rules/tool-call-expired.ts'
import { toolCallForeignRun } from './rules/tool-call-foreign-run.ts'
import { toolCallNotReady } from './rules/tool-call-not-ready.ts'
import { toolCallUnknown } from './rules/tool-call-unknown.ts'

/** Checked first, on the value as received. When it reports, nothing else is checked. */
export const shapeRule: Rule<unknown> = draftSchemaInvalid

/** Checked on a draft that has the right shape. */
export const contentRules: readonly Rule[] = [
  analysisIdDuplicate,
  analysisTextBlank,
  analysisUncited,
  conclusionTextBlank,
  conclusionUngrounded,
  conclusionBasisUnknown,
  actionIdDuplicate,
  actionTextBlank,
  actionBasisInvalid,
  limitationsMissing,
  toolCallUnknown,
  toolCallForeignRun,
  toolCallNotReady,
  toolCallExpired,
  kindClaimsEvidence,
  kindDeniesEvidence,
  documentNotInEvidence,
  quoteNotInEvidence,
  ledgerRecordInvalid,
]
