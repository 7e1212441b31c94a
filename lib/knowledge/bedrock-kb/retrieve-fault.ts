// From what became of a `Retrieve` to the product's own errors (spec 01, "Errors"). What AWS said goes to the fault's context, for
// logs and audits; never to its message.
import { Fault } from '../../contract/faults.ts'
import { cutText } from '../../text/cut-text.ts'

/** What is known of a whole reply; null where none came. */
export type RetrieveReplied = { readonly status: number; readonly serviceRequestId: string | null } | null

/** Exceptions that pass by themselves although their status (400, 424, 429) does not say so. */
const passing = ['ThrottlingException', 'ServiceQuotaExceededException', 'DependencyFailedException']
/** Aurora as vector store says this, as a ValidationException, while it wakes up. */
const waking = /is resuming after being auto-paused/

/** What the SDK throws for a body that names no exception of AWS's, such as a proxy's page, which the first one quotes. */
const unnamed = ['SyntaxError', 'Unknown']

/** Characters of AWS's own words that are kept. */
const wordsChars = 500

/** @param hide takes secrets out of a text: the error of a wrong signature quotes the request's headers */
export function retrieveFault(error: unknown, replied: RetrieveReplied, hide: (text: string) => string): Fault {
  if (error instanceof Fault) return error
  // Nothing was sent: no credentials, no region, no code.
  if (replied === null) {
    return new Fault('E_KNOWLEDGE_UNAVAILABLE', { cause: error, context: { failure: 'not-sent' } })
  }
  const { status, serviceRequestId } = replied
  if (status >= 200 && status <= 299) {
    // The parser's error quotes the answer, so it is no cause.
    return new Fault('E_KNOWLEDGE_BAD_RESPONSE', {
      context: { failure: 'not-json', serviceStatus: status, serviceRequestId },
    })
  }
  const said = error instanceof Error && !unnamed.includes(error.name) ? error : null
  const later =
    (status >= 500 && status <= 599) ||
    status === 429 ||
    (said !== null && (passing.includes(said.name) || waking.test(said.message)))
  return new Fault(later ? 'E_KNOWLEDGE_UNAVAILABLE' : 'E_KNOWLEDGE_BAD_RESPONSE', {
    context: {
      failure: 'refused',
      serviceStatus: status,
      serviceCode: said === null ? null : cutText(said.name, wordsChars).text,
      serviceMessage: said === null ? null : cutText(hide(said.message), wordsChars).text,
      serviceRequestId,
    },
  })
}
