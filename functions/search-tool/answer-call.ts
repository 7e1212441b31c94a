import { Fault, type FaultCode, faults } from '../../lib/contract/faults.ts'
import { ragToolResult } from '../../lib/contract/rag-tool-result.ts'
import type { LookupAnswer } from '../../lib/contract/run.ts'
import type { Answer } from '../../lib/lambda/call.ts'
import type { RecordedCall } from '../../lib/ledger/record-call.ts'

export type AnsweredCall = Answer & { readonly body: LookupAnswer }

/**
 * What the caller gets: the stored view, re-read from its stored text, and the state of the run.
 * @param failure what this very call failed with, if it did; it knows the cause, which the log needs and no record has
 * @throws the fault that a FAILED record stands for: a failure is never an empty answer
 */
export function answerCall({ record, harness }: RecordedCall, failure?: Fault): AnsweredCall {
  if (record.projection === null) throw failure ?? faultOf(record.error)
  return { status: 200, body: { result: ragToolResult.parse(JSON.parse(record.projection)), harness } }
}

const isFaultCode = (code: string): code is FaultCode => code in faults

function faultOf(error: RecordedCall['record']['error']): Fault {
  if (error === null || !isFaultCode(error.code)) return new Fault('E_INTERNAL')
  return new Fault(error.code, { message: error.message })
}
