// What an evaluation says of one case. Every evaluation of this project speaks this shape; reports, diffs and exits know no other.
import * as z from 'zod'

/** One thing that is not as it should be. */
const caseFailure = z.object({
  /** What was looked at, as a dotted path: `evidenceStatus`, `lookupResult.evidenceBlocks.0.score`. */
  field: z.string().min(1),
  expected: z.json(),
  actual: z.json(),
  /** One sentence for people. */
  message: z.string().min(1),
})
export type CaseFailure = Readonly<z.infer<typeof caseFailure>>

export const observedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type ObservedValue = z.infer<typeof observedValue>

export const caseResult = z.object({
  id: z.string().min(1),
  tags: z.array(z.string().min(1)),
  /** True exactly when there is no failure. */
  pass: z.boolean(),
  failures: z.array(caseFailure),
  /** What came out, by name: what two reports are compared by, case by case. Null: there is none. */
  observed: z.record(z.string().min(1), observedValue),
  /**
   * Figures of this case, by name. One that does not apply to it (the recall of a question without an answer) is left out; null
   * is one that should be here and could not be computed, and is a failure.
   */
  metrics: z.record(z.string().min(1), z.number().nullable()),
  /**
   * How long the engine took for this case when its answers were recorded, in ms; absent where nothing was. It is no measurement
   * of this run, so that two runs are the same, and it is shown but never judged.
   */
  latencyMs: z.number().nonnegative().optional(),
})
export type CaseResult = Readonly<z.infer<typeof caseResult>>
