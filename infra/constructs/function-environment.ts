// What a function's environment holds: what its row asks for, and of that only what differs from the table's default.
import {
  type Environment,
  type EnvironmentSchema,
  parameterNames,
  parameterSettings,
  readsParameters,
  type SettingName,
  settings,
} from '../../lib/contract/settings.ts'

type Table = typeof settings

/** Settings without which a function does not start: a stack that forgets one does not compile. */
type RequiredSetting = {
  [K in SettingName]: undefined extends Environment<EnvironmentSchema<K>>[K]
    ? never
    : Table[K]['default'] extends null
      ? K
      : never
}[SettingName]

/** Required settings that the parameter store holds. */
type Parameter = { [K in SettingName]: Table[K] extends { readonly parameter: true } ? K : never }[SettingName]

/** Every value that the stack gives: all required ones, and optional ones as the stage says. */
export type StackSettings = { readonly [K in Exclude<RequiredSetting, Parameter>]: string } & {
  readonly [K in SettingName]?: string
}

/** Of `given`, what one function's environment holds. Parameters are not in it: it reads them itself. */
export function environmentFor(names: readonly SettingName[], given: StackSettings): Record<string, string> {
  const parameters = parameterNames(names)
  const asked = readsParameters(names) ? [...names, ...parameterSettings] : names
  const entries = asked
    .filter((name) => !parameters.includes(name))
    .flatMap((name) => {
      const value = given[name]
      return value === undefined ? [] : [[name, value] as const]
    })
  return Object.fromEntries(entries)
}

/** Variables that only a run under `sam local` fills: it sets none that is not declared. Empty is unset. */
export function samVariables(names: readonly SettingName[]): Record<string, string> {
  const usesTables = names.includes('LEDGER_TABLE') || names.includes('DOCUMENTS_TABLE')
  return {
    ...(usesTables && { AWS_ENDPOINT_URL_DYNAMODB: '' }),
    ...(names.includes('PYRAG_BASE_URL') && { PYRAG_BASE_URL: '' }),
  }
}

/** The parameters of a stage: what is given, else the table's default; without either there is no parameter. */
export function parametersFor(given: { readonly [K in SettingName]?: string }): Record<string, string> {
  const names = parameterNames(Object.keys(settings) as SettingName[])
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name] ?? settings[name].default
      return value === null ? [] : [[name, value] as const]
    }),
  )
}
