import { createLookup } from '../../functions/search-tool/lookup.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { type RagToolResult, ragToolResult } from '../../lib/contract/rag-tool-result.ts'
import { lookupAnswer } from '../../lib/contract/run.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { LookupContext } from './lookup-context.ts'
import { lookupPortsOf } from './lookup-ports-of.ts'

/**
 * What the agent is shown for a case: the search tool's whole use case, from the request to the stored text, over a ledger that
 * holds this one call.
 * @throws the Fault that the call fails with
 */
export async function showView({ golden, settings, knowledge, call }: LookupContext): Promise<RagToolResult> {
  const lookup = createLookup(lookupPortsOf(ledgerOfOneCall, knowledge), settings)
  const { body } = await lookup({
    kind: 'direct',
    params: { run_id: `eval-${golden.id}` },
    query: {},
    contentType: null,
    owner: 'evaluation',
    requestId: call.requestId,
    deadline: call.deadline,
    json: () => ({ tool_call_id: golden.id, query: golden.query }),
    bytes: () => {
      throw new Fault('E_VALIDATION')
    },
  })
  return ragToolResult.parse(lookupAnswer.parse(body).result)
}

/** The ledger's own rules have their own tests; here every call is the first of its run. */
const ledgerOfOneCall: Ledger = {
  record: async (request, produce) => {
    const produced = await produce()
    const found = 'projection' in produced ? produced : null
    return {
      record: {
        run_id: request.runId,
        tool_call_id: request.toolCallId,
        owner: request.owner,
        status: found === null ? 'FAILED' : 'READY',
        tool: request.tool,
        origin: request.origin,
        args_digest: request.argsDigest,
        projection: found?.projection ?? null,
        projection_sha256: null,
        evidence_status: found?.evidenceStatus ?? null,
        cut_document_ids: [...(found?.cutDocumentIds ?? [])],
        error: 'error' in produced ? produced.error : null,
        created_at: '1970-01-01T00:00:00.000Z',
        attempt: '1',
        expires_at: 86_400,
        schema_version: 1,
      },
      harness: {
        replayed: false,
        gain: found !== null,
        new_evidence_count: 0,
        no_gain_streak: 0,
        tool_calls_used: 1,
        tool_calls_budget: 8,
        stop_required: false,
        stop_reason: null,
      },
    }
  },
  readCited: () => Promise.reject(new Fault('E_INTERNAL')),
  readRun: () => Promise.reject(new Fault('E_INTERNAL')),
}
