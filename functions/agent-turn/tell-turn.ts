import type { TurnItem } from '../../lib/contract/turn.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'

/** Counts and logs a turn that was taken: what followed, never what was said. */
export function tellTurn({ log, measure }: Pick<Telemetry, 'log' | 'measure'>, turn: TurnItem): void {
  const { n, kind, model, messages, stop, next, lookups, refused, fallback_cause } = turn
  log('TURN_TAKEN', {
    turn: n,
    kind,
    model,
    stop,
    next,
    lookups: lookups.length,
    refused: refused.length,
    fallback_cause,
  })
  // A turn that told the model nothing ended the run instead of asking.
  if (kind === 'repair' && messages.length > 0) measure('Repairs', 1)
}
