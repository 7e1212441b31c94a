// `npm run sam:env -- --dynamodb URL --pyrag URL`: writes the file for `sam local ... --env-vars`, beside the template.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readAssembly } from './read-assembly.ts'
import { samEnvironment } from './sam-environment.ts'

const { values } = parseArgs({
  options: {
    assembly: { type: 'string', default: fileURLToPath(new URL('../../cdk.out', import.meta.url)) },
    stack: { type: 'string', default: 'EvidenceChain-dev' },
    dynamodb: { type: 'string', default: 'http://host.docker.internal:8000' },
    pyrag: { type: 'string', default: 'http://host.docker.internal:8900' },
    local: { type: 'string', default: 'http://host.docker.internal:3000' },
  },
})
try {
  if (!existsSync(join(values.assembly, `${values.stack}.template.json`))) {
    throw new Error(`There is no template of ${values.stack} in ${values.assembly}; synthesize it first.`)
  }
  const { functions } = readAssembly(values.assembly, values.stack)
  const file = join(values.assembly, `${values.stack}.sam-env.json`)
  const services = { dynamoDb: values.dynamodb, pyRag: values.pyrag, stack: values.local }
  writeFileSync(file, `${JSON.stringify(samEnvironment(functions, services), null, 2)}\n`)
  console.log(file)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
