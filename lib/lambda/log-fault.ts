import { type Fault, toFault } from '../contract/faults.ts'
import { loggable, loggableCause } from './loggable.ts'
import type { Telemetry } from './telemetry.ts'

/** The fault behind `error`, with what only operators may see of it in the log. */
export function logFault(
  error: unknown,
  telemetry: Pick<Telemetry, 'log'>,
  ids: { readonly message_id?: string } = {},
): Fault {
  const fault = toFault(error)
  const { code, status } = fault
  const fields = { ...ids, code, context: loggable(fault.context), cause: loggableCause(fault.cause) }
  if (status >= 500) telemetry.log('FAULT', fields)
  else telemetry.log('REFUSED', { ...ids, code, context: fault.context })
  return fault
}
