// The command as it is called: arguments, exits, what goes to which stream.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../../eval/retrieval/main.ts', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'retrieval-main-'))
  writeFileSync(join(folder, 'corpus.jsonl'), '{"_id":"a","title":"Pump stops","text":"Open the bypass valve."}\n')
  writeFileSync(join(folder, 'queries-dev.jsonl'), '{"_id":"q","text":"bypass valve of the pump"}\n')
  writeFileSync(join(folder, 'qrels-dev.tsv'), 'query-id\tcorpus-id\tscore\nq\ta\t1\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const call = (...args: string[]) => {
  const env = { PATH: process.env.PATH, EVIDENCE_DATA: join(folder, 'absent') }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

test('measures the folder and the split that it is given; figures go out, progress to the other stream', () => {
  const run = join(folder, 'run.txt')
  const { status, stdout, stderr } = call('--corpus', folder, '--split', 'dev', '--run-file', run)
  expect(status).toBe(0)
  expect(stdout).toContain('| 1 | 1 | 1.0000 |')
  expect(stdout).not.toContain('%\n')
  expect(stderr).toMatch(/indexing: 100 %\n.*questions: 100 %\n/s)
  expect(readFileSync(run, 'utf8')).toMatch(/^q Q0 a 1 /)
})

test.each([
  ['no document', 'corpus.jsonl', '', /corpus\.jsonl has no document\n$/],
  ['no relevant judgement', 'qrels-dev.tsv', 'query-id\tcorpus-id\tscore\nq\ta\t0\n', /judges relevant\n$/],
])('a folder in which there is nothing to measure, %s, is no goal met', (_, name, content, reason) => {
  const own = join(folder, `nothing-${name}`)
  mkdirSync(own)
  for (const file of ['corpus.jsonl', 'queries-dev.jsonl', 'qrels-dev.tsv'])
    copyFileSync(join(folder, file), join(own, file))
  writeFileSync(join(own, name), content)
  const { status, stdout, stderr } = call('--corpus', own, '--split', 'dev')
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(reason)
})

test('an engine that is not there ends it with 2 and one sentence', () => {
  const { status, stdout, stderr } = call('--corpus', folder, '--split', 'dev', '--engine-url', 'http://127.0.0.1:1')
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^The engine cannot be measured: .*\(E_KNOWLEDGE_UNAVAILABLE\)\n$/)
})

test.each([
  ['an unknown option', ['--bogus'], /Usage:/],
  ['a split that is no name', ['--corpus', '.', '--split', '../x'], /Usage:/],
  ['an address that is none', ['--engine-url', 'nowhere'], /Usage:/],
  ['an address of another protocol', ['--engine-url', 'ftp://x'], /^not an http or https address: ftp:\/\/x\nUsage:/],
  [
    'a run file without a folder',
    ['--run-file', '/nowhere/at/all/run'],
    /^\/nowhere\/at\/all\/run cannot be written: .*\n$/,
  ],
  ['figures in place of a folder', ['--json', tmpdir()], /^.* cannot be written: it is a folder\n$/],
  ['a folder that is absent', ['--corpus', '/nowhere/at/all'], /no folder/],
  ['a data folder that is absent', [], /No test collections/],
])('ends with 2 and says why: %s', (_, args, reason) => {
  const { status, stdout, stderr } = call(...args)
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(reason)
})
