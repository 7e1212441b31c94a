// What can be known of `sam local` without Docker: that it finds the bundles, and that it is given what the functions need.
import { existsSync, readdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { catalog } from '../../../functions/catalog.ts'
import { type Assembly, readAssembly } from '../../../infra/cloud-assembly/read-assembly.ts'
import { samEnvironment } from '../../../infra/cloud-assembly/sam-environment.ts'
import { templateOf } from '../synthesized.ts'
import { synthesisLimitMs, synthesizedAssembly } from './synthesized-assembly.ts'

const services = { dynamoDb: 'http://db:8000', pyRag: 'http://rag:8900', stack: 'http://stack:3000' }
const declared = z.object({
  Properties: z.object({
    Description: z.string(),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
})

const functionsOf = (settings: Readonly<Record<string, string>>) =>
  Object.entries(templateOf(settings).findResources('AWS::Lambda::Function')).map(([logicalId, resource]) => {
    const { Description, Environment } = declared.parse(resource).Properties
    const environment = Object.fromEntries(Object.keys(Environment.Variables).map((name) => [name, 'declared']))
    return { logicalId, name: Description.replace('evidence-chain ', '') as keyof typeof catalog, environment }
  })

describe('the environment for sam local', () => {
  const functions = functionsOf({ samLocal: 'true' })
  const made = samEnvironment(functions, services)

  test('is keyed by the logical ids of the template, and has no variable that the template does not declare', () => {
    expect(Object.keys(made).sort()).toEqual(functions.map((each) => each.logicalId).sort())
    for (const { logicalId, environment } of functions) {
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(made[logicalId] ?? {})))
    }
  })

  test('starts every function without a parameter store, a secret or a table of AWS', async () => {
    for (const { logicalId, name, environment } of functions) {
      const given = { ...environment, ...made[logicalId] }
      const { create } = await catalog[name].load()
      const kept = Object.entries(given).filter(([, value]) => value !== 'declared')
      expect(() => create(Object.fromEntries(kept)), name).not.toThrow()
      if (name !== 'api-document') expect(given.AWS_ENDPOINT_URL_DYNAMODB).toBe('http://db:8000')
      if (catalog[name].environment.includes('PYRAG_BASE_URL')) {
        expect(given).toMatchObject({
          PYRAG_BASE_URL: 'http://rag:8900',
          SETTINGS_PATH: '',
          PYRAG_CREDENTIAL_SECRET: '',
        })
      }
    }
  })

  test('needs a template that was synthesized for it', () => {
    expect(() => samEnvironment(functionsOf({}), services)).toThrow('-c samLocal=true')
  })

  test('is refused for a stage that is no development', () => {
    expect(() => templateOf({ stage: 'prod', samLocal: 'true' })).toThrow('samLocal is for stages of development')
  })
})

describe('the bundles', () => {
  let assembly: Assembly
  let folder: string
  beforeAll(async () => {
    folder = await synthesizedAssembly()
    assembly = readAssembly(folder)
  }, synthesisLimitMs)

  test('lie where the metadata says, relative to the template, with the file that the handler names', () => {
    for (const { name, assetPath, file } of assembly.functions) {
      expect([name, isAbsolute(assetPath), existsSync(file)]).toEqual([name, false, true])
      expect(readdirSync(join(folder, assetPath))).toContain('index.js')
    }
  })
})
