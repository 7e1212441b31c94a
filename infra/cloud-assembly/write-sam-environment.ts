// `npm run sam:env -- --dynamodb URL --pyrag URL`: writes the file for `sam local ... --env-vars`, beside the template.
// Exits: 0, 2 for an option or a template that can't be used.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { stackNameOf } from '../product-name.ts'
import { readAssembly } from './read-assembly.ts'
import { samEnvironment } from './sam-environment.ts'

const httpUrl = z.url({ protocol: /^https?$/ })

try {
  console.log(writeSamEnvironment())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

/** @returns the file. @throws Error for an option that is unknown or no address, and for a template that is absent or not for SAM */
function writeSamEnvironment(): string {
  const { values } = parseArgs({
    options: {
      assembly: { type: 'string', default: fileURLToPath(new URL('../../cdk.out', import.meta.url)) },
      stack: { type: 'string', default: stackNameOf('dev') },
      dynamodb: { type: 'string', default: 'http://host.docker.internal:8000' },
      pyrag: { type: 'string', default: 'http://host.docker.internal:8900' },
      local: { type: 'string', default: 'http://host.docker.internal:3000' },
    },
  })
  for (const name of ['dynamodb', 'pyrag', 'local'] as const) {
    if (!httpUrl.safeParse(values[name]).success) throw new Error(`--${name} must be an http or https URL`)
  }
  if (!existsSync(join(values.assembly, `${values.stack}.template.json`))) {
    throw new Error(`There is no template of ${values.stack} in ${values.assembly}; synthesize it first.`)
  }
  const { functions } = readAssembly(values.assembly, values.stack)
  const file = join(values.assembly, `${values.stack}.sam-env.json`)
  const services = { dynamoDb: values.dynamodb, pyRag: values.pyrag, stack: values.local }
  writeFileSync(file, `${JSON.stringify(samEnvironment(functions, services), null, 2)}\n`)
  return file
}
