import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../infra/local/database.ts'
import { freePort } from '../../infra/local/free-port.ts'
import { spawnTied } from '../../infra/local/spawn-tied.ts'
import { untilListening } from '../../infra/local/until-listening.ts'

/** Where `npm ci` puts the emulator. */
export const dynamoDbLocalFolder = fileURLToPath(
  new URL('./dynamodb-local/node_modules/amplify-dynamodb-simulator/emulator', import.meta.url),
)

export function hasJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

/** Starts DynamoDB Local in memory on a free loopback port; null where Java or the package is not installed. */
export async function startDynamoDbLocal(): Promise<Database | null> {
  if (!existsSync(dynamoDbLocalFolder) || !hasJava()) return null
  const port = await freePort()
  const child = spawnTied(
    'java',
    [
      ...['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Djava.library.path=./DynamoDBLocal_lib'],
      ...['-jar', 'DynamoDBLocal.jar', '-inMemory', '-port', String(port), '-disableTelemetry'],
    ],
    { cwd: dynamoDbLocalFolder },
  )
  const endpoint = `http://127.0.0.1:${port}`
  await untilListening(endpoint, child)
  return { name: 'DynamoDB Local', endpoint, stop: child.stop }
}
