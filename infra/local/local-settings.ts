import * as z from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** What `npm start` reads for itself (spec 08, "Local stack"), beside the settings of the functions. */
const localSettings = z.object({
  PORT: z
    .string()
    .default('3000')
    .refine((v) => /^\d{1,5}$/.test(v) && Number(v) <= 65_535, 'must be a port, 0 to 65535 (0: any free one)')
    .transform(Number),
  DATA_DIR: z.string().min(1).default('.local'),
  PYRAG_BASE_URL: address.optional(),
  DYNAMODB_ENDPOINT: address.optional(),
  EMBEDDING_URL: address.optional(),
  EMBEDDING_MODEL: z.string().max(200).optional(),
  SAMPLES: z.enum(['on', 'off'], 'must be on or off').default('on'),
})
const consistent = localSettings
  .refine((s) => (s.EMBEDDING_URL === undefined) === (s.EMBEDDING_MODEL === undefined), {
    path: ['EMBEDDING_MODEL'],
    error: 'must be set with EMBEDDING_URL, and only with it',
  })
  .refine((s) => s.EMBEDDING_URL === undefined || s.PYRAG_BASE_URL === undefined, {
    path: ['EMBEDDING_URL'],
    error: 'is for the embedded knowledge service; leave it out with PYRAG_BASE_URL',
  })
export type LocalSettings = Readonly<z.infer<typeof localSettings>>

/** Where the model of the embedded service's dense stage is asked, and under which name. */
export type EmbeddingEndpoint = { readonly url: string; readonly model: string }

/** Null: the stage is off. */
export function embeddingOf({ EMBEDDING_URL: url, EMBEDDING_MODEL: model }: LocalSettings): EmbeddingEndpoint | null {
  return url === undefined || model === undefined ? null : { url, model }
}

/** @throws Error that names each variable that is not valid */
export function readLocalSettings(environment: Readonly<Record<string, string | undefined>>): LocalSettings {
  const given = Object.fromEntries(
    Object.keys(localSettings.shape).map((name) => [name, environment[name] || undefined]),
  )
  const parsed = consistent.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new Error(`Configuration is not valid: ${problems.join('; ')}`)
}
