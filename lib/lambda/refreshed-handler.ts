// A handler made from parameters: read when it starts, read again when they are old, made anew when they have changed.
import type { ParameterReader } from '../aws/parameter-store.ts'
import type { InvocationContext, LambdaHandler } from './create-lambda.ts'
import type { Telemetry } from './telemetry.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type RefreshedHandlerOptions = {
  /** @throws Error that names the variable that is not valid, never its value */
  readonly create: (environment: Environment) => LambdaHandler
  /** The variables that may be parameters; whatever else lies under the path is ignored. */
  readonly names: readonly string[]
  readonly environment: Environment
  readonly read: ParameterReader
  readonly path: string
  readonly maxAgeMs: number
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly telemetry: Pick<Telemetry, 'log' | 'measure'>
}

/** What a first read may take, and what a later one, which holds up a call although there are settings to work with. */
const startMs = 5000
const refreshMs = 1500
/** After a refresh that failed. */
const tryAgainMs = 30_000

type Made = {
  readonly handler: LambdaHandler
  readonly values: ReadonlyMap<string, string>
  readonly readAgainAt: number
}

/**
 * Starts to read at once; calls wait for it. A first read that fails is made once more by the call that needs it, and then fails
 * that call; a refresh that fails leaves the last good settings in use and is tried again after 30 s.
 */
export function createRefreshedHandler(options: RefreshedHandlerOptions): LambdaHandler {
  const { create, path, now, telemetry } = options
  let made: Made | null = null
  let reading: Promise<Made> | null = null

  const start = async (): Promise<Made> => {
    try {
      const values = await readValues(options, startMs)
      return { handler: create(merged(options, values)), values, readAgainAt: now() + options.maxAgeMs }
    } catch (error) {
      const problem = `${messageOf(error)} (parameters under ${path} win over the environment)`
      telemetry.log('START_FAILED', { problem })
      throw new Error(problem, { cause: error })
    }
  }
  const refresh = async (last: Made): Promise<Made> => {
    try {
      const values = await readValues(options, refreshMs)
      const changed = options.names.filter((name) => values.get(name) !== last.values.get(name))
      const handler = changed.length === 0 ? last.handler : create(merged(options, values))
      if (changed.length > 0) telemetry.log('SETTINGS_CHANGED', { changed })
      return { handler, values, readAgainAt: now() + options.maxAgeMs }
    } catch (error) {
      telemetry.log('SETTINGS_REFRESH_FAILED', { problem: messageOf(error) })
      telemetry.measure('SettingsRefreshFailures', 1)
      return { ...last, readAgainAt: now() + Math.min(tryAgainMs, options.maxAgeMs) }
    }
  }
  /** However many calls need it, one reads. */
  const read = (): Promise<Made> => {
    reading ??= (made === null ? start() : refresh(made))
      .then((fresh) => {
        made = fresh
        return fresh
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  const atStart = read().catch(() => null)
  return async (event: unknown, context: InvocationContext) => {
    // Lambda may have frozen the process in the middle of it: what failed then says nothing about now.
    await atStart
    const { handler } = made !== null && now() < made.readAgainAt ? made : await read()
    return handler(event, context)
  }
}

async function readValues({ read, path, names }: RefreshedHandlerOptions, withinMs: number) {
  const found = await read(path, withinMs)
  return new Map([...found].filter(([name]) => names.includes(name)))
}

function merged({ environment }: RefreshedHandlerOptions, values: ReadonlyMap<string, string>): Environment {
  return { ...environment, ...Object.fromEntries(values) }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')
