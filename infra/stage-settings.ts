// THE table of what a deployment may be told (`cdk deploy -c name=value`). Parsed once, before anything is made of it.
import * as z from 'zod'
import { catalog } from '../functions/catalog.ts'
import { knowledgeBaseIdForm } from '../lib/contract/ids.ts'
import { limits } from '../lib/contract/limits.ts'
import type { FunctionName } from '../lib/contract/routes.ts'
import { type SettingName, settings } from '../lib/contract/settings.ts'

const text = z.string().trim().min(1)
const list = text
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => !parts.includes('') && new Set(parts).size === parts.length,
    'must be a list without gaps or repeats',
  )
const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
const positive = z
  .string()
  .regex(/^[1-9]\d*$/, 'must be a positive integer')
  .transform(Number)
  .refine((n) => n <= 9_999_999, 'must be at most 9999999')
const idOf = (kind: string) => new RegExp(`^${kind}-[0-9a-f]{8}(?:[0-9a-f]{9})?$`)
const ids = (kind: string) =>
  list.refine((parts) => parts.every((part) => idOf(kind).test(part)), `must be a list of ids like ${kind}-0123abcd`)

/** Days that CloudWatch Logs can keep (its API reference, PutRetentionPolicy), as far as anybody would. */
const retentionDays = ['1', '3', '5', '7', '14', '30', '60', '90', '120', '150', '180', '365', '400', '731'] as const

/** Not to be given here: what the stack sets itself, or has a setting of its own for. */
const ownSettings: readonly SettingName[] = [
  'LEDGER_TABLE',
  'DOCUMENTS_TABLE',
  'ORIGINALS_URL',
  'INGEST_QUEUE_URL',
  'DIAGNOSIS_WORKFLOW',
  'KNOWLEDGE_ENGINE',
  'BEDROCK_KNOWLEDGE_BASE_ID',
  'PYRAG_BASE_URL',
  'PYRAG_CREDENTIAL_SECRET',
  'DIAGNOSIS_MODEL',
  'BEDROCK_MODEL_ID',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_API_KEY_SECRET',
  'SETTINGS_PATH',
]

/** `{"RETURN_N": "8"}`: settings of the functions, under the names and rules of their table. */
const functionSettings = z.string().transform((value, ctx): Readonly<Partial<Record<SettingName, string>>> => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const given = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).safeParse(jsonOf(value))
  if (!given.success) return refuse('must be a JSON object of settings')
  const entries = Object.entries(given.data).map(([name, v]) => [name, String(v)] as const)
  const strange = entries.filter(([name]) => !isSettingName(name) || ownSettings.includes(name))
  if (strange.length > 0) return refuse(`has ${strange.map(([name]) => name).join(', ')}, which cannot be set there`)
  const problems = entries.flatMap(([name, text]) => (isSettingName(name) ? problemsOf(name, text) : []))
  return problems.length > 0 ? refuse(`is not valid: ${problems.join('; ')}`) : Object.fromEntries(entries)
})

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

function problemsOf(name: SettingName, value: string): string[] {
  const { error } = settings[name].schema().safeParse(value)
  return (error?.issues ?? []).map(({ message }) => `${name} ${message}`)
}

/** `search-tool=50,agent-turn=10` */
const concurrency = list.transform((parts, ctx): Readonly<Partial<Record<FunctionName, number>>> => {
  const pairs = parts.map((part) => /^([a-z-]+)=(0|[1-9]\d{0,4})$/.exec(part))
  const bad = parts.filter((_, i) => !Object.hasOwn(catalog, pairs[i]?.[1] ?? ''))
  if (bad.length > 0) {
    ctx.addIssue({ code: 'custom', message: `must be a list like search-tool=50; ${bad.join(', ')} is not` })
    return z.NEVER
  }
  return Object.fromEntries(pairs.map((pair) => [String(pair?.[1]), Number(pair?.[2])]))
})

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** A password would stand in the template; a query or `/api/v1` would lead every call astray. */
function isBare(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { username, password, search, hash, pathname } = new URL(value)
  return `${username}${password}${search}${hash}` === '' && !/\/api\/v1\/?$/.test(pathname)
}

type Row<S extends z.ZodType> = { readonly schema: S; readonly default: string | null; readonly meaning: string }
const row = <S extends z.ZodType<unknown, string>>(schema: S, value: string, meaning: string) =>
  ({ schema, default: value, meaning }) satisfies Row<S>
const needed = <S extends z.ZodType<unknown, string>>(schema: S, meaning: string) =>
  ({ schema, default: null, meaning }) satisfies Row<S>
const optional = <S extends z.ZodType<unknown, string>>(schema: S, meaning: string) =>
  ({ schema: schema.optional(), default: null, meaning }) as const

export const stageSettings = {
  stage: row(
    text.regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1-20 of a-z, 0-9 and -, beginning with a letter'),
    'dev',
    'Name of the stage; part of the names of the stack, its parameters and metrics.',
  ),
  pyRagBaseUrl: needed(
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .refine(isBare, 'must have no user, query or fragment, and not end with /api/v1'),
    'Address of the knowledge service, without /api/v1.',
  ),
  safe: optional(
    flag,
    'Data outlives the stack, deletion is refused, alarms are on. Unset: `true`, but for `dev` and `dev-...`.',
  ),
  functionSettings: row(
    functionSettings,
    '{}',
    'Settings of the functions (table in the README) as a JSON object, such as `{"RETURN_N": "8"}`.',
  ),
  auth: row(z.enum(['iam', 'jwt']), 'iam', 'Who may call the API: `iam` (SigV4) or `jwt` (any OIDC issuer).'),
  jwtIssuer: optional(z.url({ protocol: /^https$/, error: 'must be an https URL' }), 'Issuer; needed for `jwt`.'),
  jwtAudience: optional(list, 'Audiences, separated by commas; needed for `jwt`.'),
  throttleRate: row(positive, '50', 'Requests a second that the API takes.'),
  throttleBurst: row(positive, '100', 'Requests that it takes at once.'),
  credential: row(
    z.enum(['secret', 'none']),
    'secret',
    '`secret`: the knowledge service is sent a bearer token from Secrets Manager; `none`: no token.',
  ),
  knowledgeBaseId: optional(
    text.regex(...knowledgeBaseIdForm),
    'Knowledge base of Amazon Bedrock, in the account and region of the stack, that answers searches instead of the knowledge service.',
  ),
  bedrockModelId: optional(
    text.refine(
      (id) => !id.includes(':application-inference-profile/'),
      'must be a model or a system-defined inference profile',
    ),
    'Model or inference profile that diagnoses, asked through Bedrock.',
  ),
  openAiBaseUrl: optional(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    'OpenAI-compatible service that diagnoses, up to and with /v1.',
  ),
  openAiModel: optional(text, 'Name of the model there.'),
  openAiKeySecret: optional(
    text.regex(/^[\w/+=.@-]+$/, 'must be the name of a secret, not its ARN'),
    'Name of the secret that holds the key of that service.',
  ),
  vpcId: optional(
    text.regex(idOf('vpc'), 'must be an id like vpc-0123abcd'),
    'Network in which the knowledge service is reached; a function that searches a knowledge base instead stays outside.',
  ),
  vpcSubnetIds: optional(ids('subnet'), 'Subnets there, separated by commas; needed with `vpcId`.'),
  vpcSecurityGroupIds: optional(ids('sg'), 'Security groups there, separated by commas; needed with `vpcId`.'),
  reservedConcurrency: optional(concurrency, 'By function, such as `search-tool=50,agent-turn=10`.'),
  ingestConcurrency: row(
    positive.refine((n) => n >= 2 && n <= 1000, 'must be 2 to 1000'),
    '2',
    'Deferred ingests that run at once.',
  ),
  samLocal: optional(
    flag,
    '`true`: the functions declare the variables that `sam local` needs, empty. For synthesizing, not for deploying.',
  ),
  uploadOrigins: optional(list, 'Web origins that may post files to the originals bucket by presigned form.'),
  eventBus: row(
    text.regex(/^[\w./-]{1,256}$/, 'must be the name of an event bus'),
    'default',
    'Name of the event bus that hears of published diagnoses.',
  ),
  logRetentionDays: optional(z.enum(retentionDays), 'Days that logs are kept. Unset: 365 if `safe`, else 14.'),
  alarmEmail: optional(z.email('must be an e-mail address'), 'Who hears of alarms (the address has to confirm).'),
} as const satisfies Record<string, Row<z.ZodType>>

type SettingsTable = typeof stageSettings
type Parsed = { readonly [K in keyof SettingsTable]: z.output<SettingsTable[K]['schema']> }

/** The settings of one stage, with everything that follows from its name filled in. */
export type Stage = Omit<Parsed, 'safe' | 'logRetentionDays'> & {
  readonly safe: boolean
  readonly logRetentionDays: number
}

/**
 * @param context CDK's context, as the command line and `cdk.json` give it
 * @throws Error that names each setting that is missing, not valid or unknown
 */
export function readStage(context: Readonly<Record<string, unknown>>): Stage {
  const names = Object.keys(stageSettings) as (keyof SettingsTable)[]
  const raw = Object.fromEntries(
    names.map((name) => [name, textOf(context[name]) ?? stageSettings[name].default ?? undefined]),
  )
  const shape = Object.fromEntries(names.map((name) => [name, stageSettings[name].schema]))
  const parsed = z.object(shape).safeParse(raw)
  const problems = parsed.success
    ? combinations(parsed.data as Parsed)
    : parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0])
        return raw[name] === undefined ? `${name} is not set (-c ${name}=...)` : `${name} ${message}`
      })
  // CDK's own context has colons, slashes and dashes in its names; a plain word is meant for us.
  const unknown = Object.keys(context).filter((name) => /^\w+$/.test(name) && !Object.hasOwn(stageSettings, name))
  const all = [...problems, ...unknown.map((name) => `${name} is no setting`)]
  if (all.length > 0) throw new Error(`The stage's settings are not valid: ${all.join('; ')}`)
  const settings = parsed.data as Parsed
  const safe = settings.safe ?? !isDevelopment(settings.stage)
  return { ...settings, safe, logRetentionDays: Number(settings.logRetentionDays ?? (safe ? 365 : 14)) }
}

const isDevelopment = (stage: string) => /^dev(-|$)/.test(stage)

/** What no single setting shows. */
function combinations(s: Parsed): string[] {
  const problems: string[] = []
  if (s.auth === 'jwt' && (s.jwtIssuer === undefined || s.jwtAudience === undefined)) {
    problems.push('auth jwt needs jwtIssuer and jwtAudience')
  }
  if (s.bedrockModelId !== undefined && s.openAiBaseUrl !== undefined) {
    problems.push('bedrockModelId and openAiBaseUrl exclude each other')
  }
  if ((s.openAiBaseUrl === undefined) !== (s.openAiModel === undefined)) {
    problems.push('openAiBaseUrl and openAiModel need each other')
  }
  if (s.openAiKeySecret !== undefined && s.openAiBaseUrl === undefined) {
    problems.push('openAiKeySecret needs openAiBaseUrl')
  }
  if (s.functionSettings.SEMANTIC_JUDGE === 'model' && (s.bedrockModelId ?? s.openAiBaseUrl) === undefined) {
    problems.push('functionSettings has SEMANTIC_JUDGE=model, which needs bedrockModelId or openAiBaseUrl')
  }
  if (s.knowledgeBaseId !== undefined && Number(s.functionSettings.RETRIEVAL_TOP_K ?? 1) > limits.knowledge.retrieved) {
    problems.push(`knowledgeBaseId allows no RETRIEVAL_TOP_K over ${limits.knowledge.retrieved}`)
  }
  if (s.samLocal === true && (s.safe ?? !isDevelopment(s.stage))) {
    problems.push('samLocal is for stages of development')
  }
  const network = [s.vpcId, s.vpcSubnetIds, s.vpcSecurityGroupIds].filter((part) => part !== undefined)
  if (network.length !== 0 && network.length !== 3) {
    problems.push('vpcId, vpcSubnetIds and vpcSecurityGroupIds need each other')
  }
  return problems
}

/** `-c name=` means unset; a number or boolean in `cdk.json` means its text. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
