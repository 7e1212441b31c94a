import { parseArgs } from 'node:util'
import { catalog } from '../../../functions/catalog.ts'
import type { FunctionName } from '../../../lib/contract/routes.ts'
import { type Assumptions, assumptions } from './assumptions.ts'

const flags = {
  traced: 'traced',
  'to-internet': 'answersToInternet',
  'input-price': 'inputTokenPrice',
  'output-price': 'outputTokenPrice',
  'tokens-per-minute': 'modelTokensPerMinute',
  'lookups-per-second': 'lookupsPerSecond',
  'diagnoses-per-hour': 'diagnosesPerHour',
} as const satisfies Record<string, keyof Assumptions>

/**
 * `--duration search-tool=300` (as often as needed) and one flag for each other assumption.
 * @throws Error that says what is wrong with a flag
 */
export function readFlags(args: readonly string[]): Assumptions {
  const single = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({
    args: [...args],
    options: { ...single, duration: { type: 'string', multiple: true } },
  })
  const given = Object.entries(flags).flatMap(([name, key]) => {
    const value: unknown = Object.entries(values).find(([known]) => known === name)?.[1]
    return typeof value === 'string' ? [[key, numberOf(`--${name}`, value)] as const] : []
  })
  const durations = [values.duration ?? []].flat().map((text) => durationOf(String(text)))
  return {
    ...assumptions,
    ...Object.fromEntries(given),
    durationMs: { ...assumptions.durationMs, ...Object.fromEntries(durations) },
  }
}

function durationOf(text: string): [FunctionName, number] {
  const [name = '', ms = ''] = text.split('=')
  if (!Object.hasOwn(catalog, name)) throw new Error(`--duration ${text}: there is no function ${name}`)
  return [name as FunctionName, numberOf(`--duration ${name}`, ms)]
}

function numberOf(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error(`${flag} must be a number from 0 up`)
  return value
}
