import * as z from 'zod'

/** What `npm start` reads for itself (spec 08, "Local stack"), beside the settings of the functions. */
const localSettings = z.object({
  PORT: z
    .string()
    .default('3000')
    .refine((v) => /^\d{1,5}$/.test(v) && Number(v) <= 65_535, 'must be a port, 0 to 65535 (0: any free one)')
    .transform(Number),
  DATA_DIR: z.string().min(1).default('.local'),
  PYRAG_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  DYNAMODB_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  SAMPLES: z.enum(['on', 'off'], 'must be on or off').default('on'),
})
export type LocalSettings = Readonly<z.infer<typeof localSettings>>

/** @throws Error that names each variable that is not valid */
export function readLocalSettings(environment: Readonly<Record<string, string | undefined>>): LocalSettings {
  const given = Object.fromEntries(
    Object.keys(localSettings.shape).map((name) => [name, environment[name] || undefined]),
  )
  const parsed = localSettings.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new Error(`Configuration is not valid: ${problems.join('; ')}`)
}
