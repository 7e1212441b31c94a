import * as z from 'zod'
import { parseInput } from '../../lib/contract/parse.ts'
import type { Call } from '../../lib/lambda/call.ts'
import { refuseUnknown } from './refuse-unknown.ts'

const directInput = z.record(z.string(), z.unknown())

/**
 * A call's query, read by `schema`. A direct invocation sends it beside its path parameters, and may send JSON values.
 * @throws Fault `E_VALIDATION`, also for a parameter that `schema` does not know
 */
export function queryOf<S extends z.ZodObject>(schema: S, call: Call): z.output<S> {
  const given = givenIn(call)
  refuseUnknown(Object.keys(given), Object.keys(schema.shape))
  return parseInput(schema, given)
}

function givenIn(call: Call): Readonly<Record<string, unknown>> {
  if (call.kind === 'http') return call.query
  const input = parseInput(directInput, call.json())
  const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asText(value)]))
}
