// A diagnosis case as data: what is asked, what the service finds, what the model says, and what must come of it.
import * as z from 'zod'
import { stopReason } from '../../lib/contract/invocation.ts'
import { semanticVerdict } from '../../lib/contract/semantic.ts'
import { type SettingName, settings } from '../../lib/contract/settings.ts'
import { fallbackCause } from '../../lib/contract/turn.ts'

const httpError = z.strictObject({ status: z.int().min(400).max(599) })
const pointer = z.string().regex(/^\//, 'must be a JSON Pointer')

/**
 * What the model says when it is asked. Texts in it may name a call that it was shown, `$call.1` being the first of the run's,
 * and `$before.1` the first of the run before this one.
 */
const scriptedTurn = z.union([
  z.strictObject({ look_up: z.array(z.string()).min(1) }),
  /** A draft of drafts.json, changed at places; `around`: as text, between these, in place of a call. */
  z.strictObject({
    hand_in: z.string(),
    with: z.record(pointer, z.json()).default({}),
    without: z.array(pointer).default([]),
    around: z.tuple([z.string(), z.string()]).optional(),
  }),
  /** Calls as they are; arguments that are text are sent as they are, JSON or not. */
  z.strictObject({ calls: z.array(z.strictObject({ name: z.string(), arguments: z.json() })).min(1) }),
  z.strictObject({ text: z.string() }),
  /** A reply that is no chat completion. */
  z.strictObject({ body: z.string() }),
  httpError,
])
export type ScriptedTurn = Readonly<z.infer<typeof scriptedTurn>>

/** What the judge says of each statement, by its JSON Pointer. */
const judgement = z.union([z.strictObject({ verdicts: z.record(pointer, semanticVerdict) }), httpError])
export type ScriptedJudgement = Readonly<z.infer<typeof judgement>>

/** What the service says to a query (`*`: any other): each answer once, the last one ever after. */
const finding = z.strictObject({
  query: z.string(),
  /** Chunks of chunks.json by key with their scores, in order of rank. */
  answers: z.array(z.union([z.strictObject({ find: z.record(z.string(), z.number()) }), httpError])).min(1),
})
export type Finding = Readonly<z.infer<typeof finding>>

const count = z.union([z.int().nonnegative(), z.literal('1+')])

/** What must come of it, from the specification. */
const expectation = z.strictObject({
  state: z.enum(['PUBLISHED', 'FALLBACK', 'FAILED']),
  cause: fallbackCause.nullable().default(null),
  /** The machine's tasks with what they said, in order, those that repeat counted: `a → b x2 → c`. */
  trace: z.string(),
  /** Requests that the model got, tries after an error counted. */
  asked: z.int().nonnegative(),
  /** Repairs that the model answered. */
  repairs: z.int().nonnegative().default(0),
  stop: stopReason.nullable().default(null),
  /** The first mark: citations. */
  verified: z.boolean(),
  /** The second mark, by statement; `SUPPORTED`: each of them. */
  semantic: z.union([z.literal('SUPPORTED'), z.record(pointer, semanticVerdict)]).default({}),
  /** Who gave the second mark: `rules`, `judge`, or `rules, without judge: {code}`; null: nobody. */
  judged: z.string().nullable(),
  /** Of the published draft; null when none is. */
  statements: z
    .strictObject({ normal: count, negative: count, conclusion: z.boolean(), actions: count, limitations: count })
    .nullable(),
  /** The ledger's calls in order: `EVIDENCE_FOUND PRECISE 2, truncated` (items), `NO_EVIDENCE`, `FAILED {code}`, `EXPIRED`. */
  calls: z.array(z.string()),
  /** Codes of the errors that the model was told of its calls; that a draft was rejected is said elsewhere. */
  told: z.array(z.string()).default([]),
  /** Rejected drafts: `turn 2: TOOL_CALL_UNKNOWN x2`, `turn 3: /analysis/0 UNSUPPORTED`; codes in order of their numbers. */
  drafts: z.array(z.string()).default([]),
  /** Ids of the items in the report's snapshot, sorted. */
  evidence: z.array(z.string()),
})
export type Expectation = Readonly<z.infer<typeof expectation>>

const task = z.enum(['agent-turn', 'search-tool', 'evidence-guard', 'semantic-guard', 'publish'])

export const diagnosisCase = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  /** The rule that it shows, as a sentence. */
  rule: z.string().min(1),
  tags: z.array(z.string()).min(1),
  question: z.string().min(1),
  model: z.union([z.literal('extractive'), z.array(scriptedTurn)]),
  judge: z.array(judgement).optional(),
  knowledge: z.array(finding).default([]),
  /** Settings of the functions that differ from their defaults. */
  settings: z.partialRecord(z.enum(Object.keys(settings) as [SettingName]), z.string()).default({}),
  /** What the run may take. */
  life_seconds: z.int().positive().optional(),
  /** A run of the same owner before this one: its question, and what the model says there. */
  before: z.strictObject({ question: z.string().min(1), model: z.array(scriptedTurn) }).optional(),
  /** What is changed in the record of that call, behind our back, before the first draft is checked. */
  tampered: z
    .strictObject({ call: z.int().positive(), set: z.record(z.string(), z.union([z.string(), z.number()])) })
    .optional(),
  /** Tasks whose function can't reach its storage. */
  down: z.array(task).default([]),
  /** Each task is run twice, as Step Functions may. */
  twice: z.boolean().default(false),
  expect: expectation,
})
export type DiagnosisCase = Readonly<z.infer<typeof diagnosisCase>>
