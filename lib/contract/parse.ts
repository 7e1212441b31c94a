import type * as z from 'zod'
import { Fault, type FaultDetail } from './faults.ts'

/** The details of a failed parse: one row an issue, path in dotted form. */
export function detailsOf(error: z.ZodError): FaultDetail[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
}

/**
 * `value` parsed by `schema`: the one way in for what a caller sends.
 * @throws Fault `E_VALIDATION` whose details name each path.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Fault('E_VALIDATION', { details: detailsOf(parsed.error) })
}
