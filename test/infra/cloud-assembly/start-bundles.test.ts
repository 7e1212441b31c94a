// A bundle whose environment lacks something says so, by name, before it answers anybody.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../functions/catalog.ts'
import { type Assembly, readAssembly } from '../../../infra/cloud-assembly/read-assembly.ts'
import { parameterNames, type SettingName, settings } from '../../../lib/contract/settings.ts'
import { type AwsStandIn, startAwsStandIn } from './aws-stand-in.ts'
import { lambdaVariables } from './lambda-variables.ts'
import { runBundle } from './run-bundle.ts'
import { synthesisLimitMs, synthesizedAssembly } from './synthesized-assembly.ts'

let assembly: Assembly
let standIn: AwsStandIn
beforeAll(async () => {
  assembly = readAssembly(await synthesizedAssembly())
  standIn = await startAwsStandIn({
    parameters: () => new Map([...assembly.parameters].filter(([name]) => !name.endsWith('/PYRAG_BASE_URL'))),
    secret: 'token',
    startExecution: () => {},
  })
}, synthesisLimitMs)
afterAll(() => standIn.close())

/** Those without a value there is no start. */
const requiredOf = (names: readonly SettingName[]) =>
  names.filter((name) => settings[name].default === null && !settings[name].schema().safeParse(undefined).success)

const rows = Object.entries(catalog).filter(([, row]) => requiredOf(row.environment).length > 0)

describe('a function without its variables stops with a message that names each of them', () => {
  test.each(rows)('%s', async (name, row) => {
    const made = assembly.functions.find((each) => each.name === name)
    if (made === undefined) throw new Error(`no function ${name}`)
    const required = requiredOf(row.environment)
    const rest = Object.entries(made.environment).filter(([variable]) => !required.some((one) => one === variable))
    const environment = { ...Object.fromEntries(rest), ...lambdaVariables(made), ...standIn.environment }
    const running = runBundle(made, environment)
    // What reads parameters cannot know before they are read what is missing; the first call learns it.
    const stopped = running.then(async (bundle) => bundle.invoke({ caller: 'test' }).finally(bundle.close))
    const problem = await stopped.then(
      () => '',
      (error: unknown) => String(error),
    )
    for (const variable of required) expect(problem).toContain(`${variable} is not set`)
    await running.then(
      () => expect(parameterNames(row.environment)).not.toEqual([]),
      () => {},
    )
  })
})

test('the stack gives each function all that it cannot do without', () => {
  for (const { name, environment } of assembly.functions) {
    const names = catalog[name].environment
    const elsewhere = parameterNames(names).filter((one) =>
      assembly.parameters.has(`${environment.SETTINGS_PATH}/${one}`),
    )
    const missing = requiredOf(names).filter((one) => (environment[one] ?? '') === '' && !elsewhere.includes(one))
    expect([name, missing]).toEqual([name, []])
  }
})
