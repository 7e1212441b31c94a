// What an evaluation writes, and what a baseline is. Nothing in it depends on when, where or how fast it was made.
import * as z from 'zod'
import { caseResult, observedValue } from './case-result.ts'

export const reportSchemaVersion = 1

const totals = z.object({
  cases: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  /** By name. Null: it could not be computed, which fails the gate. */
  metrics: z.record(z.string(), z.number().nullable()),
})
export type Totals = Readonly<z.infer<typeof totals>>

export const report = z.object({
  schemaVersion: z.literal(reportSchemaVersion),
  evaluation: z.string().min(1),
  /** What was evaluated; reports of different engines are not compared. */
  engine: z.string().min(1),
  /** Settings that the results depend on. A difference is shown beside the changes that it may explain. */
  config: z.record(z.string(), observedValue),
  totals,
  /** By tag, sorted; a metric that applies to none of its cases is left out. */
  tags: z.record(z.string(), totals),
  cases: z.array(caseResult),
})
export type Report = Readonly<z.infer<typeof report>>
