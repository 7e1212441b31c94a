import type { CitedCall } from './resolve-call.ts'
import type { CheckedDraft, Finding } from './rule.ts'

/** One finding for each place where an analysis cites a call in `state`. */
export function callsInState(
  { analyses }: CheckedDraft,
  state: Exclude<CitedCall['state'], 'READY'>,
  describe: (id: string) => Pick<Finding, 'message' | 'suggest'>,
): Finding[] {
  return analyses.flatMap(({ calls }, i) =>
    calls.flatMap((call, j) =>
      call.state === state
        ? [{ path: ['analysis', i, 'tool_call_ids', j], tool_call_id: call.id, ...describe(call.id) }]
        : [],
    ),
  )
}
