// Results of other tools (logs, metrics, SQL) under the same limits and in the same ledger: the caller's word, and marked so.
import { Fault } from '../../lib/contract/faults.ts'
import { limits, type ToolProjectionLimits } from '../../lib/contract/limits.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { runPath } from '../../lib/contract/run-path.ts'
import { type ToolInvocationRequest, toolInvocationRequest } from '../../lib/contract/run-requests.ts'
import { projectView } from '../../lib/evidence/project-view.ts'
import type { Operation } from '../../lib/lambda/call.ts'
import { argsDigest } from '../../lib/ledger/digest.ts'
import type { Ledger } from '../../lib/ledger/ledger.ts'
import type { Produced } from '../../lib/ledger/record-call.ts'
import { countBytes } from '../../lib/text/cut-text.ts'
import { isBlank } from '../../lib/text/is-blank.ts'
import { answerCall } from './answer-call.ts'

/** @throws Fault, as the route table says for `recordToolInvocation` */
export function createRecord(
  ports: { readonly ledger: Pick<Ledger, 'record'> },
  projection: ToolProjectionLimits,
): Operation {
  return async (call) => {
    const { run_id } = parseInput(runPath, call.params)
    const input = parseInput(toolInvocationRequest, call.json())
    refuseInvisible(input)
    const args = JSON.stringify(input.args)
    if (countBytes(args) > limits.recordedResult.argsBytes) {
      const message = `must have at most ${limits.recordedResult.argsBytes} bytes`
      throw new Fault('E_VALIDATION', { details: [{ path: 'args', message }] })
    }
    const recorded = await ports.ledger.record(
      {
        runId: run_id,
        owner: call.owner,
        deadline: call.deadline,
        toolCallId: input.tool_call_id,
        tool: input.tool,
        argsDigest: argsDigest(input.tool, input.args),
        origin: 'recorded_by_caller',
      },
      async () => produce(input, args, projection, call.requestId),
    )
    // Recording a tool's error worked; only a lookup's own failure is an error of ours.
    const failed = recorded.record.projection === null
    return failed ? { status: 200, body: { result: null, harness: recorded.harness } } : answerCall(recorded)
  }
}

/** A view leaves out what nobody can see; a caller who believes it recorded must be told instead. */
function refuseInvisible({ items = [] }: ToolInvocationRequest): void {
  const details = items.flatMap(({ excerpt }, i) =>
    isBlank(excerpt) ? [{ path: `items.${i}.excerpt`, message: 'must not be blank' }] : [],
  )
  if (details.length > 0) throw new Fault('E_VALIDATION', { details })
}

function produce(
  input: ToolInvocationRequest,
  args: string,
  limits: ToolProjectionLimits,
  requestId: string,
): Produced {
  const audit = { request_id: requestId, tool: input.tool, items_given: input.items?.length ?? 0 }
  if (input.items === undefined) return { error: input.error ?? unnamedError, audit }
  const items = input.items.map(({ id, source, title, breadcrumb, excerpt }) => ({
    document_id: id,
    source,
    title,
    breadcrumb,
    excerpt,
  }))
  const { text, view, cutDocumentIds } = projectView(
    { toolCallId: input.tool_call_id, query: args, items, relevanceLevel: null },
    limits,
  )
  return { projection: text, evidenceStatus: view.evidence_status, cutDocumentIds, audit }
}

const unnamedError = { code: 'TOOL_FAILED', message: '' }
