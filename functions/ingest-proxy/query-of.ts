import * as z from 'zod'
import { parseInput } from '../../lib/contract/parse.ts'
import type { Call } from '../../lib/lambda/call.ts'

const directInput = z.record(z.string(), z.unknown())

/** Query parameters of a call. A direct invocation sends them beside its other input, and may send them as JSON values. */
export function queryOf(call: Call): Readonly<Record<string, unknown>> {
  if (call.kind === 'http') return call.query
  const input = parseInput(directInput, call.json())
  const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asText(value)]))
}
