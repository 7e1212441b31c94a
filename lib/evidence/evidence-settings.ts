import type { ToolProjectionLimits } from '../contract/limits.ts'
import type { Locale } from './fixed-texts.ts'

/** Every number of the pipeline (spec 02). The defaults stand in `contract/settings.ts`. */
export type EvidenceSettings = {
  /** Blocks kept, at most. */
  readonly returnN: number
  readonly maxChunksPerDocument: number
  /** In [0, 1]: first score from which the grade is PRECISE. */
  readonly preciseThreshold: number
  /** In [0, 1]: first score from which the grade is REFERENCE. */
  readonly referenceThreshold: number
  /** Code points of the packed context. */
  readonly contextCharBudget: number
  readonly locale: Locale
  readonly projection: ToolProjectionLimits
}
