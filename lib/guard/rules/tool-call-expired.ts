import { callsInState } from '../calls-in-state.ts'
import type { Rule } from '../rule.ts'

export const toolCallExpired: Rule = {
  code: 'TOOL_CALL_EXPIRED',
  check: (subject) =>
    callsInState(subject, 'EXPIRED', (id) => ({ message: `The record of the tool call "${id}" has expired.` })),
}
