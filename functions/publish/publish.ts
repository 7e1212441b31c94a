// The end of a diagnosis: one report, written once. A draft is published only if it passes again, here, on the stored bytes.
import * as z from 'zod'
import type { FallbackCause } from '../../lib/contract/fallback-causes.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { runId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import type { DiagnosisReport } from '../../lib/contract/report.ts'
import { fallbackCause } from '../../lib/contract/turn.ts'
import type { Telemetry } from '../../lib/lambda/telemetry.ts'
import type { DiagnosisLedger, DiagnosisRun } from '../../lib/ledger/diagnosis-ledger.ts'
import type { RunAccess } from '../../lib/ledger/ledger-context.ts'
import { type VerificationPorts, verifyDraft } from '../../lib/verification/verify-draft.ts'
import { evidenceFound } from './evidence-found.ts'
import { fallbackTextsFor } from './fallback-texts.ts'
import { tellReport } from './tell-report.ts'

export type PublishPorts = VerificationPorts & {
  readonly runs: Pick<DiagnosisLedger, 'read' | 'publish'>
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

const input = z.discriminatedUnion('outcome', [
  z.object({ run_id: runId, outcome: z.literal('PUBLISHED'), draft_turn: z.int().positive() }),
  z.object({ run_id: runId, outcome: z.literal('FALLBACK'), cause: fallbackCause.catch('INTERNAL') }),
])
type Input = z.infer<typeof input>

/**
 * A run that has a report keeps it, whatever comes later.
 * @throws Fault `E_NOT_FOUND`, `E_RUN_FORBIDDEN`, `E_LEDGER_UNAVAILABLE`; `E_INTERNAL` for a draft that does not pass
 */
export function createPublish(ports: PublishPorts) {
  return async (given: unknown, call: Omit<RunAccess, 'runId'>): Promise<{ status: DiagnosisReport['status'] }> => {
    const asked = parseInput(input, given)
    const access = { runId: asked.run_id, owner: call.owner, deadline: call.deadline }
    const run = await ports.runs.read(access)
    // Once more, for a run that a crash left with its report but not closed.
    if (run.report !== null) return { status: (await ports.runs.publish(access, run.report)).status }
    const report =
      asked.outcome === 'FALLBACK'
        ? await fallback(ports, access, run, asked.cause)
        : noSearchAnswered(run)
          ? await fallback(ports, access, run, 'KNOWLEDGE_UNAVAILABLE')
          : await published(ports, access, run, asked)
    const kept = await ports.runs.publish(access, report)
    tellReport(ports.telemetry, kept)
    return { status: kept.status }
  }
}

async function published(
  ports: PublishPorts,
  access: RunAccess,
  run: DiagnosisRun,
  { draft_turn }: Extract<Input, { outcome: 'PUBLISHED' }>,
): Promise<DiagnosisReport> {
  const turn = run.turns.find((t) => t.n === draft_turn)
  const review = run.reviews.get(draft_turn)
  const { draft, verdict } = await verifyDraft(ports, access, turn?.draft, true)
  const supported = review?.rows.every((row) => row.verdict === 'SUPPORTED') === true
  if (turn === undefined || review === undefined || draft === null || verdict.verdict !== 'PASS' || !supported) {
    throw new Fault('E_INTERNAL', { context: { reason: 'draft_does_not_pass', turn: draft_turn } })
  }
  return {
    ...common(ports, run),
    status: 'PUBLISHED',
    draft,
    snapshot: verdict.snapshot,
    citations_verified: true,
    semantic: review.rows.map(({ statement, verdict, reason }) => ({ statement, verdict, reason })),
    semantic_review: review,
    violations: [],
    refused: [],
    fallback_cause: null,
    message: null,
    limitations: [...(draft.limitations ?? []), ...searchesFailed(run)],
  }
}

/**
 * An empty draft passes every guard, and after an outage it is all that an honest model can hand in. What was asked is told by
 * the turns: a search that broke before it was let in left no call.
 */
const noSearchAnswered = ({ turns, calls }: DiagnosisRun) =>
  turns.some(({ lookups }) => lookups.length > 0) && calls.every(({ status }) => status !== 'READY')

async function fallback(
  ports: PublishPorts,
  access: RunAccess,
  run: DiagnosisRun,
  cause: FallbackCause,
): Promise<DiagnosisReport> {
  const last = run.turns.findLast((turn) => turn.draft !== undefined)
  const violations = last === undefined ? [] : (await verifyDraft(ports, access, last.draft, true)).verdict.violations
  const review = last === undefined ? null : (run.reviews.get(last.n) ?? null)
  const texts = fallbackTextsFor(run.question)
  return {
    ...common(ports, run),
    status: 'FALLBACK',
    draft: null,
    snapshot: evidenceFound(run.calls),
    citations_verified: false,
    semantic: (review?.rows ?? []).map(({ statement, verdict, reason }) => ({ statement, verdict, reason })),
    semantic_review: review,
    violations,
    refused: last?.draft_refused ?? [],
    fallback_cause: cause,
    message: texts.causes[cause],
    limitations: [texts.limitation, ...searchesFailed(run)],
  }
}

/** Of the calls that were let in, those without an answer: failed, or cut off before they were told. */
function searchesFailed({ question, calls, harness }: DiagnosisRun): string[] {
  const all = harness.tool_calls_used
  const failed = all - calls.filter(({ status }) => status === 'READY').length
  return failed <= 0 ? [] : [fallbackTextsFor(question).searchesFailed(failed, all)]
}

const common = ({ now }: PublishPorts, run: DiagnosisRun) => ({
  question: run.question,
  model: run.turns.at(-1)?.model ?? 'none',
  published_at: new Date(now()).toISOString(),
})
