// A tool call from being let in to being answered: reserve, produce, put, fill (spec 03). Store first, then show.
import { Fault, toFault } from '../contract/faults.ts'
import type { CanonicalInvocation, Harness, InvocationOrigin } from '../contract/invocation.ts'
import type { EvidenceStatus } from '../contract/rag-tool-result.ts'
import { harnessOf } from './accounting.ts'
import { type Audit, type AuditFailure, writeAudit } from './audit.ts'
import { putCall, readCall } from './call-record.ts'
import { sha256 } from './digest.ts'
import { fillLog } from './fill-log.ts'
import { isoTime, type LedgerContext } from './ledger-context.ts'
import { renewRun } from './renew-run.ts'
import { type CallRequest, refuseClosed, reserveCall } from './reserve-call.ts'
import type { RunItem } from './run-item.ts'

/** What a tool brought: the text that the agent will see, or the error that it ended in; and its audit either way. */
export type Produced = { readonly audit: Audit } & (
  | {
      readonly projection: string
      readonly evidenceStatus: EvidenceStatus
      readonly cutDocumentIds: readonly string[]
    }
  /** What the call failed with: a fault's code and safe message, or another tool's own. */
  | { readonly error: { readonly code: string; readonly message: string } }
)

export type RecordedCall = {
  readonly record: CanonicalInvocation
  readonly harness: Harness
}

export type RecordContext = LedgerContext & {
  readonly onAuditFailure: (failure: AuditFailure) => void
  /** A new id each time; tells the audits of one call's attempts apart. */
  readonly newId: () => string
}

/**
 * Runs one call through the ledger. `produce` runs only when the call was let in and no READY record answers it.
 * @returns the record that stands (this call's, or the winner's of a race) and the state of the run after it
 * @throws Fault `E_RUN_FORBIDDEN`, `E_TOOL_CALL_CONFLICT`, `E_STOP_REQUIRED`, `E_LEDGER_UNAVAILABLE`
 */
export async function recordCall(
  context: RecordContext,
  request: CallRequest & { readonly origin: InvocationOrigin },
  produce: () => Promise<Produced>,
): Promise<RecordedCall> {
  const reserved = await reserveCall(context, request)
  let { run } = reserved
  if (reserved.kind === 'known') {
    const stored = await readCall(context, request, request.toolCallId)
    if (stored?.status === 'READY') {
      refuseOtherArguments(stored, request)
      refuseAltered(stored)
      // A crash between put and fill left the log behind: the replay completes it.
      const accounting = await fillLog(context, run, stored, request.deadline)
      return { record: stored, harness: harnessOf(accounting, request.toolCallId, true, context.limits) }
    }
    refuseClosed(run, context.now())
    run = await renewRun(context, request, run)
  }
  const produced = await produce().catch((error: unknown): Produced => ({ error: toFault(error), audit: {} }))
  const own = recordOf(context, request, run, produced)
  const record = await putCall(context, own, request.deadline)
  refuseOtherArguments(record, request)
  const audit = { status: own.status, won: record === own, error: own.error, ...produced.audit }
  const audited = writeAudit(context, request, request.toolCallId, own.attempt, audit)
  const accounting = await fillLog(context, run, record, request.deadline).finally(() => audited)
  return { record, harness: harnessOf(accounting, request.toolCallId, record !== own, context.limits) }
}

/** What was changed since it was stored is not shown again. */
function refuseAltered({ projection, projection_sha256, run_id }: CanonicalInvocation): void {
  if (projection !== null && sha256(projection) === projection_sha256) return
  throw new Fault('E_INTERNAL', { context: { reason: 'record_altered', run_id } })
}

/** The log let this call in; a record under other arguments is one that a run with this id left behind. */
function refuseOtherArguments(record: CanonicalInvocation, request: CallRequest): void {
  if (record.args_digest !== request.argsDigest) throw new Fault('E_TOOL_CALL_CONFLICT')
}

/** A record expires no later than the run as it was when the call was let in, so no call outlives its run. */
function recordOf(
  { now, newId }: RecordContext,
  request: CallRequest & { readonly origin: InvocationOrigin },
  run: RunItem,
  produced: Produced,
): CanonicalInvocation {
  const created_at = isoTime(now())
  const common = {
    run_id: request.runId,
    tool_call_id: request.toolCallId,
    owner: request.owner,
    tool: request.tool,
    origin: request.origin,
    args_digest: request.argsDigest,
    created_at,
    attempt: `${created_at}-${newId()}`,
    expires_at: run.expires_at,
    schema_version: 1,
  } as const
  if ('error' in produced) {
    return {
      ...common,
      status: 'FAILED',
      projection: null,
      projection_sha256: null,
      evidence_status: null,
      cut_document_ids: [],
      error: { code: produced.error.code, message: produced.error.message },
    }
  }
  return {
    ...common,
    status: 'READY',
    projection: produced.projection,
    projection_sha256: sha256(produced.projection),
    evidence_status: produced.evidenceStatus,
    cut_document_ids: [...produced.cutDocumentIds],
    error: null,
  }
}
