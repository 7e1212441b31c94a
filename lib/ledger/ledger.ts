import type { InvocationOrigin } from '../contract/invocation.ts'
import type { RunAccess } from './ledger-context.ts'
import { type CitedCalls, readCited } from './read-cited.ts'
import { readRun, type StoredRun } from './read-run.ts'
import { type Produced, type RecordContext, type RecordedCall, recordCall } from './record-call.ts'
import type { CallRequest } from './reserve-call.ts'

/** The ledger as use cases see it (spec 03). */
export type Ledger = {
  readonly record: (
    request: CallRequest & { readonly origin: InvocationOrigin },
    produce: () => Promise<Produced>,
  ) => Promise<RecordedCall>
  readonly readCited: (access: RunAccess, toolCallIds: readonly string[]) => Promise<CitedCalls>
  readonly readRun: (access: RunAccess) => Promise<StoredRun>
}

/** The ledger over DynamoDB: single-item writes only, so any emulator will do. */
export function createLedger(context: RecordContext): Ledger {
  return {
    record: (request, produce) => recordCall(context, request, produce),
    readCited: (access, toolCallIds) => readCited(context, access, toolCallIds),
    readRun: (access) => readRun(context, access),
  }
}
