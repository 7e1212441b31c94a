// What belongs to one invocation and to no other: whom its log lines are about, what it measured, where its trace goes on.
// Many invocations interleave in the local stack, so it travels with the asynchronous calls.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Measurement } from './publish-metrics.ts'

export type Correlation = {
  readonly request_id?: string
  readonly run_id?: string
  readonly tool_call_id?: string
}

export type Invocation = {
  ids: Correlation
  /** Not yet published; null once the invocation is over. */
  measured: Measurement[] | null
  /** Lambda's `_X_AMZN_TRACE_ID`. */
  readonly traceHeader: string | undefined
}

const running = new AsyncLocalStorage<Invocation>()

/** The invocation that the caller is part of; undefined outside of any. */
export const currentInvocation = (): Invocation | undefined => running.getStore()

export function runInvocation<T>(invocation: Invocation, work: () => Promise<T>): Promise<T> {
  return running.run(invocation, work)
}
