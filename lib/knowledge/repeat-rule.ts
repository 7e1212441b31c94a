// What is tried again when an attempt fails (spec 01, "Endpoints").

/** When a failed attempt may be repeated. */
export type RepeatRule =
  /** Only while not one byte can have reached the service. */
  | 'nothing-sent'
  /** On a connection failure. */
  | 'connection'
  /** On a connection failure, or when a gateway answered 502, 503 or 504. */
  | 'connection-or-gateway'

export type Repeats = { readonly retries: number; readonly retryOn: RepeatRule }

/** Of every search, whichever engine answers it. */
export const searchRepeats = { retries: 1, retryOn: 'connection-or-gateway' } as const satisfies Repeats
