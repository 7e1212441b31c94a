// What a use case sees of an invocation, however it arrived.

/** One opened call. */
export type Call = {
  readonly kind: 'http' | 'direct'
  /** Path parameters by name, not yet validated. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly contentType: string | null
  /** The caller's identity (spec 08, "Identity"): owns the runs it opens. */
  readonly owner: string
  readonly requestId: string
  /** Epoch milliseconds by which the answer must be out. */
  readonly deadline: number
  /**
   * The body as a JSON value; for a direct invocation, the event less its addressing.
   * @throws Fault `E_VALIDATION`, `E_UNSUPPORTED_MEDIA_TYPE`
   */
  readonly json: () => unknown
  /** The body's bytes. @throws Fault `E_VALIDATION` when they cannot be had unspoilt. */
  readonly bytes: () => Uint8Array
}

/** What a use case answers. A direct invocation gets `body` alone. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  /** Set when `body` is a text that goes out as it stands, not a value that goes out as JSON. */
  readonly text?: { readonly contentType: string; readonly headers: Readonly<Record<string, string>> }
}

export type Operation = (call: Call) => Promise<Answer>

/** What a task sees beside its input: who asks, under which id, and until when. */
export type TaskCall = Pick<Call, 'owner' | 'requestId' | 'deadline'>

/** Work that only a direct invocation can ask for, such as a state machine's task. `input`: the event less its addressing. */
export type Task = (input: unknown, call: TaskCall) => Promise<unknown>

/** One message of a queue; a throw leaves it in the queue. */
export type QueueMessage = {
  readonly messageId: string
  readonly body: string
  /** How often it was delivered, this time included. */
  readonly receiveCount: number
}

/** What work without a caller carries. */
export type Errand = Pick<Call, 'requestId' | 'deadline'>
