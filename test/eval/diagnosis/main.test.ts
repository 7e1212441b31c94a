// The command as people and CI run it: what it writes, and by which code it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaseFolder, caseFolder, ownFolder, someCases } from './case-folder.ts'

const [honest, lie] = ['honest', 'lie-invented-quote'].flatMap((id) => someCases(id).cases)
const cases = [honest, lie]

let folder: CaseFolder
let out: string
beforeAll(() => {
  folder = caseFolder(cases)
  out = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
})
afterAll(() => {
  folder.remove()
  rmSync(out, { recursive: true, force: true })
})

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
    expect(text(json)).toBe(text(join(ownFolder, 'reports/baseline.json')))
    expect(text(markdown)).toBe(text(join(ownFolder, 'reports/baseline.md')))
    expect(text(html)).toContain('lie-invented-quote')
  }, 120_000)

  test('exits by what became of the cases and of the baseline', async () => {
    const baseline = join(folder.path, 'reports', 'baseline.json')
    const assets = ['--assets', folder.path]
    expect(await run(...assets, '--write-baseline')).toMatchObject({ exit: 0 })
    expect(existsSync(baseline)).toBe(true)

    const worse = { ...lie, expect: { ...lie?.expect, cause: 'TIMEOUT' } }
    folder.write([honest, worse])
    const diff = join(out, 'diff.json')
    const failed = await run(...assets, '--compare-to', baseline, '--diff-json-report', diff)
    expect(failed.exit).toBe(1)
    expect(failed.said).toContain('FAIL  lie-invented-quote: cause')
    expect(JSON.parse(readFileSync(diff, 'utf8'))).toMatchObject({
      regressions: expect.arrayContaining([
        expect.objectContaining({ caseId: 'lie-invented-quote', field: 'pass', before: true, after: false }),
      ]),
    })

    folder.write(cases)
    writeFileSync(baseline, JSON.stringify({ ...JSON.parse(readFileSync(baseline, 'utf8')), schemaVersion: 999 }))
    const incomparable = await run(...assets)
    expect([incomparable.exit, incomparable.said]).toEqual([3, expect.stringContaining('cannot compare')])
  }, 120_000)

  test('exits 2 for an option that it does not know, and for cases that it cannot read', async () => {
    const other = caseFolder('[{')
    try {
      const [option, unreadable] = await Promise.all([run('--no-such-option'), run('--assets', other.path)])
      expect([option.exit, option.said]).toEqual([2, expect.stringContaining('Usage: npm run eval:diagnosis')])
      expect([unreadable.exit, unreadable.said]).toEqual([2, expect.stringContaining('some.json')])
    } finally {
      other.remove()
    }
  }, 120_000)
})
