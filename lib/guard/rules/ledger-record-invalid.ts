import { callsInState } from '../calls-in-state.ts'
import type { Rule } from '../rule.ts'

export const ledgerRecordInvalid: Rule = {
  code: 'LEDGER_RECORD_INVALID',
  check: (subject) =>
    callsInState(subject, 'INVALID', (id) => ({
      message: `The stored result of the tool call "${id}" is not what was stored.`,
    })),
}
