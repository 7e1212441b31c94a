import { callsInState } from '../calls-in-state.ts'
import type { Rule } from '../rule.ts'

export const toolCallNotReady: Rule = {
  code: 'TOOL_CALL_NOT_READY',
  check: (subject) => callsInState(subject, 'NOT_READY', (id) => ({ message: `The tool call "${id}" failed.` })),
}
