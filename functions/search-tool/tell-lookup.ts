import { toFault } from '../../lib/contract/faults.ts'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import type { LookupAnswer } from '../../lib/contract/run.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import { countBytes } from '../../lib/text/cut-text.ts'
import type { AnsweredCall } from './answer-call.ts'

/** Makes a lookup, and counts and logs what it came to. */
export async function tellLookup(
  telemetry: Pick<Telemetry, 'log' | 'measure'>,
  lookup: () => Promise<AnsweredCall>,
): Promise<AnsweredCall> {
  try {
    const answer = await lookup()
    tellAnswer(telemetry, answer.body)
    return answer
  } catch (error) {
    telemetry.measure('Lookups', 1, { outcome: toFault(error).status >= 500 ? 'FAILED' : 'REFUSED' })
    throw error
  }
}

function tellAnswer({ log, measure }: Pick<Telemetry, 'log' | 'measure'>, { result, harness }: LookupAnswer) {
  const { evidence_status, relevance_level, returned_count, truncated } = result
  const outcome = harness.replayed ? 'REPLAYED' : evidence_status
  const view_bytes = countBytes(JSON.stringify(result))
  const { gain, stop_required } = harness
  log('LOOKUP', {
    outcome,
    evidence_status,
    relevance_level,
    returned_count,
    truncated,
    view_bytes,
    gain,
    stop_required,
  })
  measure('Lookups', 1, { outcome })
  if (harness.replayed) return
  measure('ViewBytes', view_bytes)
  measure('TruncatedViews', truncated ? 1 : 0)
  if (evidence_status === 'EVIDENCE_FOUND') measure('Grades', 1, { grade: gradeOf(relevance_level) })
}

/** `HIGHLY_RELEVANT` is reserved (spec 02); until something gives it, it counts as the best there is. */
function gradeOf(level: RagToolResult['relevance_level']): 'PRECISE' | 'REFERENCE' | 'NONE' {
  if (level === null) return 'NONE'
  return level === 'REFERENCE' ? 'REFERENCE' : 'PRECISE'
}
