import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../../infra/cloud-assembly/write-sam-environment.ts', import.meta.url))

test.each([
  [['--bogus'], /^Unknown option '--bogus'.*\n$/],
  [['--dynamodb', 'nowhere'], /^--dynamodb must be an http or https URL\n$/],
  [['--pyrag', 'ftp://rag'], /^--pyrag must be an http or https URL\n$/],
  [['--local', ''], /^--local must be an http or https URL\n$/],
  [['--assembly', '/nowhere/at/all'], /^There is no template of EvidenceChain-dev in \/nowhere\/at\/all; .*\n$/],
])('wrong usage %j of sam:env ends with 2 and one sentence', (args, sentence) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  expect(stderr).toMatch(sentence)
  expect(stdout).toBe('')
  expect(status).toBe(2)
})
