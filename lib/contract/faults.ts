// THE table of error codes (spec 08, "Errors"). HTTP replies, state machine catches, OpenAPI and docs derive from it.

export const faults = {
  E_VALIDATION: { status: 400, retryable: false, message: 'The request is not valid; see details.' },
  E_CONFIRM_REQUIRED: { status: 400, retryable: false, message: 'Send {"confirm": "REBUILD"} to start a rebuild.' },
  E_UNAUTHORIZED: { status: 401, retryable: false, message: 'The caller has no identity; sign the request.' },
  E_RUN_FORBIDDEN: { status: 403, retryable: false, message: 'This run belongs to another caller.' },
  E_NOT_FOUND: { status: 404, retryable: false, message: 'There is nothing at this address.' },
  E_TOOL_CALL_CONFLICT: {
    status: 409,
    retryable: false,
    message: 'This tool_call_id was used with other arguments in this run; use a new id.',
  },
  E_STOP_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'This run takes no further lookups; hand in the draft.',
  },
  E_RUN_EXISTS: { status: 409, retryable: false, message: 'A run with this id exists; choose another id.' },
  E_REBUILD_IN_PROGRESS: {
    status: 409,
    retryable: true,
    message: 'The knowledge service is rebuilding its index; try again when the rebuild has ended.',
  },
  E_PAYLOAD_TOO_LARGE: { status: 413, retryable: false, message: 'The body is too large.' },
  E_UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, message: 'This type of content is not supported.' },
  E_INGEST_REJECTED: { status: 422, retryable: false, message: 'The knowledge service refused the document.' },
  E_RATE_LIMITED: { status: 429, retryable: true, message: 'Too many requests; slow down.' },
  E_INTERNAL: { status: 500, retryable: false, message: 'Something went wrong on our side.' },
  E_KNOWLEDGE_BAD_RESPONSE: {
    status: 502,
    retryable: false,
    message: 'The knowledge service gave an answer that cannot be used.',
  },
  E_KNOWLEDGE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The knowledge service cannot be reached; try again.',
  },
  E_LEDGER_UNAVAILABLE: { status: 503, retryable: true, message: 'Our storage cannot be reached; try again.' },
  // Of the workflow's functions only: no HTTP route gives these, a state machine catches them.
  E_MODEL_BAD_RESPONSE: {
    status: 502,
    retryable: false,
    message: 'The model gave an answer that cannot be used.',
  },
  E_MODEL_UNAVAILABLE: { status: 503, retryable: true, message: 'The model cannot be reached; try again.' },
  E_KNOWLEDGE_TIMEOUT: { status: 504, retryable: true, message: 'The knowledge service did not answer in time.' },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>

export type FaultCode = keyof typeof faults

/** Seconds that a 503 asks its caller to wait (`Retry-After`). */
export const retryAfterSeconds = 2

/** One entry of `error.details`: where in the input (dotted path, empty for the whole) and what is wrong. */
export type FaultDetail = { readonly path: string; readonly message: string }

/**
 * Any trouble that is not an expected outcome. `name` is the code, so that a state machine can catch by it.
 * `message` is safe to show; `cause` and `context` go to logs and audits only.
 */
export class Fault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly retryable: boolean
  readonly details: readonly FaultDetail[] | undefined
  readonly context: Readonly<Record<string, unknown>>

  constructor(
    code: FaultCode,
    options: {
      /** Replaces the table's message; must be safe to show to the caller. */
      readonly message?: string
      readonly details?: readonly FaultDetail[]
      readonly cause?: unknown
      /** For logs and audits only. Never evidence, never credentials. */
      readonly context?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    const row = faults[code]
    super(options.message ?? row.message, { cause: options.cause })
    this.name = code
    this.code = code
    this.status = row.status
    this.retryable = row.retryable
    this.details = options.details
    this.context = options.context ?? {}
  }
}

/** The fault that an unknown error stands for: itself if it is one, else `E_INTERNAL` with the error as its cause. */
export function toFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault('E_INTERNAL', { cause: error })
}
