// What the SDK throws, as the port's faults. The exceptions of Converse carry an HTTP status; what never got an answer has none.
import { Fault } from '../../contract/faults.ts'
import { cutText } from '../../text/cut-text.ts'

/** Exceptions that pass by themselves although their status does not say so (424, and 429 for a model that is still loading). */
const passing = ['ThrottlingException', 'ModelTimeoutException', 'ModelNotReadyException', 'ModelErrorException']

/** Characters of the provider's own words that are kept for the log. */
const wordsChars = 500

export function bedrockFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (!(error instanceof Error)) return new Fault('E_MODEL_BAD_RESPONSE', { cause: error })
  const status = statusOf(error)
  if (status === null) return withoutAnswer(error)
  const later = passing.includes(error.name) || status === 408 || status === 429 || status >= 500
  if (error.name === 'SyntaxError' && !later) {
    // The parser's error quotes the answer, so it is no cause.
    return brokeOff(error)
      ? new Fault('E_MODEL_UNAVAILABLE', { context: { failure: 'connection-broken', status } })
      : new Fault('E_MODEL_BAD_RESPONSE', { context: { failure: 'not-json', status } })
  }
  const words = error.name === 'SyntaxError' ? null : cutText(error.message, wordsChars).text
  return new Fault(later ? 'E_MODEL_UNAVAILABLE' : 'E_MODEL_BAD_RESPONSE', {
    context: { failure: 'refused', status, exception: error.name, words },
  })
}

/** The network's errors have a code (or are timeouts); the rest never left: no credentials, no region, a request not valid. */
function withoutAnswer(error: Error): Fault {
  const network =
    error.name === 'TimeoutError' || error.name === 'AbortError' || typeof fieldOf(error, 'code') === 'string'
  return new Fault(network ? 'E_MODEL_UNAVAILABLE' : 'E_MODEL_BAD_RESPONSE', {
    cause: error,
    context: { failure: network ? 'not-connected' : 'not-sent', exception: error.name },
  })
}

function statusOf(error: Error): number | null {
  const status = fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode')
  return typeof status === 'number' ? status : null
}

/** Whether the stream was reset: over HTTP/2 an answer that breaks off is handed on as if it were whole. */
function brokeOff(error: Error): boolean {
  const reset = fieldOf(fieldOf(fieldOf(error, '$response'), 'body'), 'rstCode')
  return typeof reset === 'number' && reset !== 0
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
