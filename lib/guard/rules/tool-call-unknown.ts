import { callsInState } from '../calls-in-state.ts'
import type { Rule } from '../rule.ts'

/** A call that was begun and never stored counts too: there is nothing that the agent could have seen. */
export const toolCallUnknown: Rule = {
  code: 'TOOL_CALL_UNKNOWN',
  check: (subject) =>
    callsInState(subject, 'UNKNOWN', (id) => ({
      message: `This run has no stored result of a tool call "${id}".`,
      suggest: { id, known: subject.knownIds },
    })),
}
