// What a rule is: a code, and a pure check that says where a draft breaks it.
import type { Analysis, DiagnosisDraft } from '../contract/draft.ts'
import type { ViolationCode } from '../contract/violations.ts'
import type { DraftPath } from './json-pointer.ts'
import type { CitedCall } from './resolve-call.ts'

/** One place where a rule is broken. Messages name ids and fields, never text of the draft or of evidence. */
export type Finding = {
  readonly path: DraftPath
  readonly message: string
  readonly tool_call_id?: string
  readonly document_id?: string
  /** An id that does not exist and those that do: the hint names the nearest. */
  readonly suggest?: { readonly id: string; readonly known: readonly string[] }
}

export type Rule<Subject = CheckedDraft> = {
  readonly code: ViolationCode
  readonly check: (subject: Subject) => readonly Finding[]
}

/** An analysis with what each of its `tool_call_ids`, in the same order, stands for in the ledger. */
export type CitedAnalysis = { readonly analysis: Analysis; readonly calls: readonly CitedCall[] }

/** Everything that a rule may look at. */
export type CheckedDraft = {
  readonly draft: DiagnosisDraft
  /** As `draft.analysis`, in the same order. */
  readonly analyses: readonly CitedAnalysis[]
  /** Ids of all calls of this run. */
  readonly knownIds: readonly string[]
  readonly requireQuotes: boolean
}
