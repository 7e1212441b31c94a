// THE table of configuration (spec 08, "Configuration of the functions"). A function's `env.ts` picks its rows; CDK, the
// local stack and the README table derive from it. Values arrive as text and are parsed once, at start-up. Rows that are
// parameters may lie in the parameter store instead, so that an operator can change them without a deploy.
import * as z from 'zod'
import { knowledgeBaseIdForm } from './ids.ts'
import { defaultProjectionLimits, limits } from './limits.ts'
import { once } from './once.ts'

// A schema is built when a function reads its setting: most functions read few of them, and each start pays for what is built.
const upTo = (max: number) => () =>
  z
    .string()
    .regex(/^[1-9]\d*$/, 'must be a positive integer')
    .transform(Number)
    .refine((n) => n <= max, `must be at most ${max}`)
const positive = once(upTo(Number.MAX_SAFE_INTEGER))
const fraction = once(() =>
  z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number),
)
const flag = once(() => z.enum(['true', 'false'], 'must be true or false').transform((v) => v === 'true'))
const httpUrl = once(() => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
const name = once(() => z.string().trim().min(1, 'must not be blank'))
const oneOf = <const V extends readonly [string, ...string[]]>(...values: V) => once(() => z.enum(values))

/** `CATEGORY_POLICY`: a JSON object from keyword to category (spec 02, "Attempts"). */
const categoryPolicy = () =>
  z.string().transform((text, ctx): Readonly<Record<string, string>> => {
    try {
      return z.record(z.string().min(1), z.string().min(1)).parse(JSON.parse(text))
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON object from keyword to category' })
      return z.NEVER
    }
  })

type Row<S extends z.ZodType> = {
  readonly schema: () => S
  /** As it would be written in the environment; null: unset. */
  readonly default: string | null
  readonly meaning: string
  /** Of a number that would break something above it: what that is stands where the bound does. */
  readonly max?: number
  /** May be set as the parameter `{SETTINGS_PATH}/{VARIABLE}`, which wins over the environment. */
  readonly parameter?: true
}
const required = <S extends z.ZodType<unknown, string>>(schema: () => S, meaning: string) =>
  ({ schema, default: null, meaning }) satisfies Row<S>
const optional = <S extends z.ZodType<unknown, string>>(schema: () => S, meaning: string) =>
  ({ schema: once(() => schema().optional()), default: null, meaning }) as const
const withDefault = <S extends z.ZodType<unknown, string>>(schema: () => S, value: string | number, meaning: string) =>
  ({ schema, default: String(value), meaning }) satisfies Row<S>

/** A number with an upper bound, which the table of the documents says, too. */
const bounded = (max: number, value: number, meaning: string) => {
  const row = { ...withDefault(once(upTo(max)), value, `${meaning} At most ${max}.`), max }
  return row satisfies Row<z.ZodType>
}

/** Lambda's longest time, and no timer of Node's waits longer than 25 days. */
const lambdaMs = 900_000
/** Further away is no time that a date can say, or that the ledger takes for one in seconds. */
const centurySeconds = 3_153_600_000
/** The longest execution of a state machine. */
const yearSeconds = 31_536_000

/** Only what one function reads, or what may differ between two for a while: parameters are read at different moments. */
const parameter = <R extends Row<z.ZodType>>(row: R) => ({ ...row, parameter: true }) as const

export const settings = {
  KNOWLEDGE_ENGINE: withDefault(
    oneOf('py-rag', 'bedrock-kb'),
    'py-rag',
    'Which engine answers searches, `py-rag` or `bedrock-kb`; documents are ingested into py-rag, whichever it is.',
  ),
  BEDROCK_KNOWLEDGE_BASE_ID: optional(
    () => z.string().regex(...knowledgeBaseIdForm),
    'Knowledge base of Amazon Bedrock; needed for `bedrock-kb`.',
  ),
  PYRAG_BASE_URL: parameter(
    optional(
      httpUrl,
      'Address of the knowledge service, without /api/v1; needed for all but searches by `bedrock-kb`.',
    ),
  ),
  PYRAG_CREDENTIAL_SECRET: optional(name, 'Name of the secret that holds the bearer token of the knowledge service.'),
  PYRAG_CONNECT_TIMEOUT_MS: parameter(
    bounded(lambdaMs, 3000, 'Limit to connect to the knowledge service, or to whichever engine searches.'),
  ),
  PYRAG_SEARCH_TIMEOUT_MS: parameter(bounded(lambdaMs, 5000, 'Limit of one search attempt, by whichever engine.')),
  PYRAG_INGEST_TIMEOUT_MS: parameter(bounded(lambdaMs, 30_000, 'Limit of one ingest attempt.')),
  PYRAG_DEFAULT_TIMEOUT_MS: parameter(bounded(lambdaMs, 10_000, 'Limit of rebuild, task and health calls.')),
  RETRIEVAL_MODE: parameter(
    withDefault(oneOf('hybrid', 'semantic'), 'hybrid', 'Search mode of the engine: `hybrid` or `semantic`.'),
  ),
  RETRIEVAL_TOP_K: parameter(
    withDefault(positive, 20, `Hits asked of the engine; ${limits.knowledge.retrieved} at most for \`bedrock-kb\`.`),
  ),
  RETURN_N: parameter(withDefault(positive, 5, 'Evidence blocks kept, at most.')),
  MAX_CHUNKS_PER_DOCUMENT: parameter(withDefault(positive, 2, 'Evidence blocks kept of one document, at most.')),
  PRECISE_THRESHOLD: parameter(withDefault(fraction, 0.75, 'First score from which the grade is PRECISE.')),
  REFERENCE_THRESHOLD: parameter(withDefault(fraction, 0.5, 'First score from which the grade is REFERENCE.')),
  CONTEXT_CHAR_BUDGET: parameter(withDefault(positive, 4000, 'Characters of the packed context.')),
  KB_SCOPE: parameter(optional(name, 'Search only documents of this scope.')),
  CATEGORY_POLICY: parameter(
    optional(categoryPolicy, 'JSON object from keyword to category; unset: no category filter.'),
  ),
  MESSAGE_LOCALE: withDefault(oneOf('en', 'zh-CN'), 'en', 'Language of fixed texts: `en` or `zh-CN`.'),
  // Items of the ledger stay below 400 KB by construction (spec 03): a run's log holds a digest for each item of each call, a turn
  // holds five views, and the longest query must leave room for a view around it.
  PROJECTION_MAX_ITEMS: bounded(50, defaultProjectionLimits.maxItems, 'Items in an agent view.'),
  PROJECTION_MAX_EXCERPT_CHARS: withDefault(
    positive,
    defaultProjectionLimits.maxExcerptChars,
    'Characters of one excerpt in an agent view.',
  ),
  PROJECTION_MAX_QUERY_CHARS: bounded(
    limits.query.maxChars,
    defaultProjectionLimits.maxQueryChars,
    'Characters of the query in an agent view.',
  ),
  PROJECTION_MAX_BYTES: bounded(32_768, defaultProjectionLimits.maxBytes, 'Bytes of a whole agent view.'),
  LEDGER_TABLE: required(name, 'DynamoDB table of the ledger.'),
  LEDGER_TTL_SECONDS: bounded(centurySeconds, 86_400, 'Life of a run, from its last accepted call.'),
  AUDIT_TTL_SECONDS: bounded(centurySeconds, 2_592_000, 'Life of an audit record.'),
  // The log of a run is one item.
  RUN_TOOL_CALL_BUDGET: bounded(100, 8, 'Tool calls of one run.'),
  RUN_NO_GAIN_LIMIT: withDefault(positive, 2, 'Calls without new evidence, in a row, that stop a run.'),
  // A state machine's history ends at 25,000 events.
  RUN_MAX_TURNS: bounded(100, 8, 'Turns of the model in one run, repairs not counted; the last one must submit.'),
  // The violations of each rejected draft, 100 KB at most, are on a run's page.
  RUN_MAX_REPAIRS: bounded(10, 2, 'Repairs of a rejected draft in one run, for whatever reason.'),
  GUARD_REQUIRE_QUOTES: withDefault(flag, 'false', 'Every NORMAL analysis needs a quote.'),
  DOCUMENTS_TABLE: required(name, 'DynamoDB table of documents and tombstones.'),
  ORIGINALS_URL: required(
    () => z.url({ protocol: /^(s3|file)$/, error: 'must be an s3:// or file:// URL' }),
    'Where originals are kept: s3://bucket or file:///folder.',
  ),
  INGEST_QUEUE_URL: required(
    () => z.url({ protocol: /^(https?|file)$/, error: 'must be an https:// (SQS) or file:// URL' }),
    'Queue of deferred ingests: an SQS queue URL or file:///folder.',
  ),
  INGEST_INLINE_TIMEOUT_MS: bounded(lambdaMs, 20_000, 'Time an upload request may spend on its ingest.'),
  INGEST_RETRY_DELAY_SECONDS: bounded(centurySeconds, 30, 'First delay of a deferred ingest; doubles up to 15 min.'),
  INGEST_MAX_AGE_SECONDS: bounded(centurySeconds, 86_400, 'Age at which a deferred ingest is given up.'),
  DIAGNOSIS_MODEL: withDefault(
    oneOf('extractive', 'bedrock', 'openai'),
    'extractive',
    'Which model diagnoses: `bedrock`, `openai`, or `extractive`, which is none: it builds drafts out of sentences of the evidence.',
  ),
  BEDROCK_MODEL_ID: optional(name, 'Model or inference profile of Bedrock; needed for `bedrock`.'),
  OPENAI_BASE_URL: optional(
    httpUrl,
    'Address of an OpenAI-compatible service, up to and with /v1; needed for `openai`.',
  ),
  OPENAI_MODEL: optional(name, 'Name of the model at that service; needed for `openai`.'),
  OPENAI_API_KEY_SECRET: optional(
    name,
    'Name of the secret that holds the key of that service; unset: no key is sent.',
  ),
  DIAGNOSIS_WORKFLOW: required(
    () => z.string().regex(/^(arn:[\w-]+:states:|https?:\/\/)/, 'must be the ARN of a state machine or an http URL'),
    'What runs diagnoses: the ARN of a state machine, or the address of the local interpreter.',
  ),
  DIAGNOSIS_TIMEOUT_SECONDS: bounded(yearSeconds, 900, 'What one diagnosis may take; beyond it the run has failed.'),
  SEMANTIC_JUDGE: withDefault(
    oneOf('off', 'model'),
    'off',
    '`model`: the model that diagnoses judges after the rules; `extractive` is none.',
  ),
  MODEL_TIMEOUT_MS: bounded(lambdaMs, 60_000, 'Limit of one answer of the model.'),
  SETTINGS_PATH: optional(
    () => z.string().regex(/^(\/[\w.-]+)+$/, 'must be a path such as /evidence-chain/prod'),
    'Where parameters lie in the parameter store; unset: the environment alone. On Lambda only.',
  ),
  SETTINGS_MAX_AGE_SECONDS: bounded(centurySeconds, 300, 'Age at which parameters are read again.'),
} as const satisfies Record<string, Row<z.ZodType>>

export type SettingName = keyof typeof settings

/** The settings that a function needs to read parameters: every function that `readsParameters` gets them. */
export const parameterSettings = ['SETTINGS_PATH', 'SETTINGS_MAX_AGE_SECONDS'] as const

/** Those of `names` that may be parameters. */
export function parameterNames(names: readonly SettingName[]): SettingName[] {
  return names.filter((n) => 'parameter' in settings[n])
}

/** Whether a function with these settings reads the parameter store. */
export function readsParameters(names: readonly SettingName[]): boolean {
  return parameterNames(names).length > 0
}

/** The settings that a function reads. Unnamed variables are ignored; empty ones count as unset. */
export function environmentOf<const N extends SettingName>(...names: readonly N[]): EnvironmentSchema<N> {
  return { names }
}

export type EnvironmentSchema<N extends SettingName> = { readonly names: readonly N[] }
type Values<N extends SettingName> = { readonly [K in N]: z.output<ReturnType<(typeof settings)[K]['schema']>> }
/** The parsed environment of a schema: `Environment<typeof searchToolEnvironment>`. */
export type Environment<E> = E extends EnvironmentSchema<infer N> ? Values<N> : never

/**
 * `environment` parsed once, with the table's defaults filled in.
 * @throws Error that names each variable that is missing or not valid, without its value.
 */
export function readEnvironment<const N extends SettingName>(
  { names }: EnvironmentSchema<N>,
  environment: Readonly<Record<string, string | undefined>>,
): Environment<EnvironmentSchema<N>> {
  const values: [N, unknown][] = []
  const problems: string[] = []
  for (const name of names) {
    const row: Row<z.ZodType> = settings[name]
    const raw = environment[name] || (row.default ?? undefined)
    const parsed = row.schema().safeParse(raw)
    if (parsed.success) values.push([name, parsed.data])
    else
      problems.push(
        raw === undefined ? `${name} is not set` : parsed.error.issues.map((i) => `${name} ${i.message}`).join('; '),
      )
  }
  if (problems.length > 0) throw new Error(`Configuration is not valid: ${problems.join('; ')}`)
  return Object.fromEntries(values) as Environment<EnvironmentSchema<N>>
}
