// A run as people and agents read it (spec 08).
import * as z from 'zod'
import { harness, invocationOrigin } from './invocation.ts'
import { ragToolResult } from './rag-tool-result.ts'
import { diagnosisReport, rejectedDraft } from './report.ts'
import { runState } from './run-state.ts'
import { turnItem } from './turn.ts'

export const lookupAnswer = z.object({ result: ragToolResult, harness })
export type LookupAnswer = Readonly<z.infer<typeof lookupAnswer>>

/** The same for a recorded result; a recorded error has no view. */
export const recordAnswer = z.object({ result: ragToolResult.nullable(), harness })

export const startAnswer = z.object({ run_id: z.string(), state: z.literal('RUNNING') })

const runInvocation = z.object({
  tool_call_id: z.string(),
  tool: z.string(),
  /** How it ended, `expired` or not; EXPIRED when nobody can say any more. */
  status: z.enum(['READY', 'FAILED', 'UNFINISHED', 'EXPIRED']),
  origin: invocationOrigin.nullable(),
  /** As the agent saw it; null unless READY and not expired. */
  result: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: z.string().nullable(),
  expired: z.boolean(),
  /** One record an attempt, oldest first. */
  audit: z.array(z.unknown()),
})

/** What a run's JSON can do without, in the order in which it is left out when the body is over its limit. */
export const runParts = [
  /** `audit` of each call. */
  'audits',
  /** `messages` of each turn. */
  'messages',
  /** `draft` of each turn and of each rejected draft; why it was rejected stays. */
  'drafts',
  /** `result` of each call; what a report cites stands in its snapshot, too. */
  'views',
  'turns',
  /** `drafts`, with the violations. */
  'violations',
  /** `snapshot` of the report. */
  'snapshot',
] as const
export type RunPart = (typeof runParts)[number]

/** `GET /api/runs/{run_id}`: everything a person needs to find out why. */
export const runView = z.object({
  run_id: z.string(),
  state: runState,
  /** Why a run is FAILED: it has no report that could say so. */
  failure: z.string().optional(),
  question: z.string().nullable(),
  created_at: z.string(),
  harness: harness.omit({ replayed: true, gain: true, new_evidence_count: true }),
  /** Null while there is none. */
  report: diagnosisReport.nullable(),
  invocations: z.array(runInvocation),
  turns: z.array(turnItem),
  drafts: z.array(rejectedDraft),
  /** True when the body was over its limit and parts were left out. */
  cut: z.boolean(),
  /** Which, when it was cut. */
  left_out: z.array(z.enum(runParts)).optional(),
})
export type RunView = Readonly<z.infer<typeof runView>>
