import { setTimeout as wait } from 'node:timers/promises'
import type { TiedChild } from './spawn-tied.ts'

const pollMs = 20
const limitMs = 30_000

/** Resolves when something answers at `url`; a program that we start tells us no other way that it is ready. */
export async function untilListening(url: string, child: TiedChild): Promise<void> {
  const end = Date.now() + limitMs
  for (;;) {
    try {
      await fetch(url, { signal: AbortSignal.timeout(1000) })
      return
    } catch (cause) {
      if (child.ended() || Date.now() > end) {
        await child.stop()
        throw new Error(`nothing answers at ${url}`, { cause })
      }
      await wait(pollMs)
    }
  }
}
