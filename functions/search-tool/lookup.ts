// `lookup_knowledge`: search, bound, store, and only then show (spec 02 and 03).
import { type Fault, toFault } from '../../lib/contract/faults.ts'
import { lookupToolName } from '../../lib/contract/invocation.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { runPath } from '../../lib/contract/run-path.ts'
import { lookupRequest } from '../../lib/contract/run-requests.ts'
import type { Call, Operation } from '../../lib/lambda/call.ts'
import { argsDigest } from '../../lib/ledger/digest.ts'
import { type AnsweredCall, answerCall } from './answer-call.ts'
import { failedAudit, foundAudit } from './lookup-audit.ts'
import type { LookupPorts, LookupSettings } from './lookup-ports.ts'
import { runLookup } from './run-lookup.ts'
import type { AttemptLog } from './search-attempt.ts'
import { tellLookup } from './tell-lookup.ts'

/** Time kept behind a search for the ledger's writes, so that a search that ran out of time is still recorded as FAILED. */
const ledgerTimeMs = 3000

/** @throws Fault, as the route table says for `lookupKnowledge` */
export function createLookup(ports: LookupPorts, settings: LookupSettings): Operation {
  const lookup = lookupOf(ports, settings)
  return (call) => tellLookup(ports.telemetry, () => lookup(call))
}

function lookupOf(ports: LookupPorts, settings: LookupSettings): (call: Call) => Promise<AnsweredCall> {
  return async (call) => {
    const { run_id } = parseInput(runPath, call.params)
    const input = parseInput(lookupRequest, call.json())
    const { query } = input
    ports.telemetry.log('LOOKUP_QUERY', { query })
    let failure: Fault | undefined
    const recorded = await ports.ledger.record(
      {
        runId: run_id,
        owner: call.owner,
        deadline: call.deadline,
        toolCallId: input.tool_call_id,
        tool: lookupToolName,
        argsDigest: argsDigest(lookupToolName, { query }),
        origin: 'searched',
      },
      async () => {
        const log: AttemptLog = { started: ports.now(), withdrawn: 0, tried: [] }
        const searchCall = { requestId: call.requestId, deadline: call.deadline - ledgerTimeMs }
        try {
          const order = { query, toolCallId: input.tool_call_id, call: searchCall, log }
          const outcome = await runLookup(ports, settings, order)
          const { text, view, cutDocumentIds } = outcome.projection
          return {
            projection: text,
            evidenceStatus: view.evidence_status,
            cutDocumentIds,
            audit: foundAudit(outcome, log, call.requestId, ports.now()),
          }
        } catch (error) {
          failure = toFault(error)
          return { error: failure, audit: failedAudit(failure, query, log, call.requestId, ports.now()) }
        }
      },
    )
    return answerCall(recorded, failure)
  }
}
