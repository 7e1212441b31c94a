import { setImmediate as nextTurn } from 'node:timers/promises'

/** Time for which long work may hold the event loop before other requests get their turn. */
const holdMs = 15

/** To be awaited between the steps of long work; hands the event loop over when the work has held it for long enough. */
export type ShareTurns = () => Promise<void>

export function createShareTurns(): ShareTurns {
  let turnStarted = performance.now()
  return async () => {
    if (performance.now() - turnStarted < holdMs) return
    await nextTurn()
    turnStarted = performance.now()
  }
}
