// The embedded service plays another program, so it has the error codes of that program (spec 01, "Errors") and not the
// product's own `Fault`s.

/** THE table of the service's codes. `E_NOT_FOUND` (an address that the API does not have) is ours: spec 01 names none. */
export const serviceErrors = {
  E_VALIDATION: 400,
  E_CONFIRM_REQUIRED: 400,
  E_TASK_NOT_FOUND: 404,
  E_NOT_FOUND: 404,
  E_REBUILD_IN_PROGRESS: 409,
  E_PAYLOAD_TOO_LARGE: 413,
  E_UNSUPPORTED_MEDIA_TYPE: 415,
  E_EMBEDDING_UNAVAILABLE: 503,
  E_INTERNAL: 500,
} as const

export type ServiceErrorCode = keyof typeof serviceErrors

/** A refusal that the caller sees: `message` is safe to show. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode
  readonly status: number

  /** @param options `cause`: what the operator, and nobody else, is told of it */
  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = code
    this.code = code
    this.status = serviceErrors[code]
  }
}

/** The envelope of spec 01: exactly these keys. */
export function errorEnvelope(code: ServiceErrorCode, message: string, requestId: string) {
  return { error: { code, message, request_id: requestId } }
}
