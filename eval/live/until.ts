import { setTimeout as wait } from 'node:timers/promises'

export type Patience = { readonly timeoutMs: number; readonly pollMs: number }

/**
 * Looks again and again for what happens later.
 * @param what it is, for the message. `look` gives null while it is not there
 * @throws Error when it has not come in time, and whatever `look` throws
 */
export async function until<T>(
  what: string,
  { timeoutMs, pollMs }: Patience,
  look: () => Promise<T | null>,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const seen = await look()
    if (seen !== null) return seen
    if (Date.now() > end) throw new Error(`${what} did not come within ${timeoutMs / 1000} s`)
    await wait(pollMs)
  }
}
