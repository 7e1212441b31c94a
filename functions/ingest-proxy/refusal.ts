// A refusal of the knowledge service that is for good: which those are, and their words for the record and for the caller.
import { Fault, type FaultCode } from '../../lib/contract/faults.ts'

/** The service would say the same another time (spec 05). Everything else may go better. */
const refusals: ReadonlySet<FaultCode> = new Set([
  'E_PAYLOAD_TOO_LARGE',
  'E_UNSUPPORTED_MEDIA_TYPE',
  'E_INGEST_REJECTED',
])

/** What the service says of a document of this size or type, for whoever sent it. */
const messages: Partial<Record<FaultCode, string>> = {
  E_PAYLOAD_TOO_LARGE: 'The knowledge service takes no document of this size; split it.',
  E_UNSUPPORTED_MEDIA_TYPE: 'The knowledge service takes no document of this type.',
}

/** Whether an ingest that failed with `fault` is refused for good. */
export function isRefusal({ code }: Fault): boolean {
  return refusals.has(code)
}

/**
 * Why the document is FAILED, to be read where the uploader is no longer there to be told: our code, and our message or the
 * service's code where there is one, never what could hold an address or a credential.
 */
export function refusalReasonOf(refusal: Fault): string {
  const message = messages[refusal.code]
  if (message !== undefined) return `${refusal.code}: ${message}`
  const code = serviceCodeOf(refusal)
  return code === null || code === refusal.code ? refusal.code : `${refusal.code} (${code})`
}

/** The refusal for the caller: 413 and 415 as they are, any other with the service's code. */
export function refusalForCaller(refusal: Fault): Fault {
  const code = serviceCodeOf(refusal)
  return new Fault(refusal.code, {
    cause: refusal,
    context: refusal.context,
    message: messages[refusal.code] ?? refusal.message,
    ...(code !== null && { details: [{ path: 'file', message: `the knowledge service says ${code}` }] }),
  })
}

/** The code that the service gave, if it looks like one: it is shown to people, and a service may send anything. */
function serviceCodeOf({ context }: Fault): string | null {
  const code = context.serviceCode
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : null
}
