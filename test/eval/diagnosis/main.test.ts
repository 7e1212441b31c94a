// The command as people and CI run it: what it writes, and by which code it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaseFolder, caseFolder, ownFolder, someCases } from './case-folder.ts'

const [honest, lie] = ['honest', 'lie-invented-quote'].flatMap((id) => someCases(id).cases)
const baseline = join(ownFolder, 'reports/baseline.json')

let folder: CaseFolder
let out: string
beforeAll(() => {
  folder = caseFolder([honest, lie])
  out = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
})
afterAll(() => {
  folder.remove()
  rmSync(out, { recursive: true, force: true })
})

const assets = () => ['--assets', folder.path]

async function run(...args: readonly string[]): Promise<{ readonly exit: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [join(ownFolder, 'main.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const [exit] = await once(child, 'close')
  return { exit, said }
}

describe('npm run eval:diagnosis', () => {
  test('exits 0 over the cases of the project, and writes the committed baseline byte for byte', async () => {
    const [json, markdown, html] = ['all.json', 'all.md', 'all.html'].map((name) => join(out, name))
    const { exit, said } = await run(
      ...['--json-report', String(json), '--markdown-report', String(markdown), '--html-report', String(html)],
    )
    expect([exit, said]).toEqual([0, expect.stringContaining('against the baseline: 0 regressions')])
    const text = (file: string | undefined) => readFileSync(String(file), 'utf8')
    expect(text(json)).toBe(text(baseline))
    expect(text(markdown)).toBe(text(join(ownFolder, 'reports/baseline.md')))
    expect(text(html)).toContain('lie-invented-quote')
  }, 120_000)

  test('exits 1 for a case that fails, and names it and what got worse', async () => {
    folder.write([honest, { ...lie, expect: { ...lie?.expect, cause: 'TIMEOUT' } }])
    const diff = join(out, 'diff.json')
    const { exit, said } = await run(...assets(), '--compare-to', baseline, '--diff-json-report', diff)
    expect([exit, said]).toEqual([1, expect.stringContaining('FAIL  lie-invented-quote: cause')])
    expect(JSON.parse(readFileSync(diff, 'utf8'))).toMatchObject({
      comparedCases: 2,
      regressions: expect.arrayContaining([
        expect.objectContaining({ caseId: 'lie-invented-quote', field: 'pass', before: true, after: false }),
      ]),
    })
  }, 120_000)

  test('exits 2 for cases that it cannot read', async () => {
    folder.write('[{')
    const { exit, said } = await run(...assets())
    expect([exit, said]).toEqual([2, expect.stringContaining('some.json')])
    expect(said).toContain('Usage: npm run eval:diagnosis')
  }, 120_000)

  test('exits 3 for a baseline of another schema', async () => {
    folder.write([honest, lie])
    const other = join(out, 'other.json')
    writeFileSync(other, JSON.stringify({ ...JSON.parse(readFileSync(baseline, 'utf8')), schemaVersion: 999 }))
    const { exit, said } = await run(...assets(), '--compare-to', other)
    expect([exit, said]).toEqual([3, expect.stringContaining('cannot compare')])
  }, 120_000)
})
