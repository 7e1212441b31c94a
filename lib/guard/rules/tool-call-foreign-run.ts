import { callsInState } from '../calls-in-state.ts'
import type { Rule } from '../rule.ts'

export const toolCallForeignRun: Rule = {
  code: 'TOOL_CALL_FOREIGN_RUN',
  check: (subject) =>
    callsInState(subject, 'FOREIGN', (id) => ({ message: `The tool call "${id}" was made in another run.` })),
}
