// The command as people and CI run it: the table of exits (spec 07, "Commands"), each row by a child process too.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runEvaluation } from '../../../eval/gate/run-evaluation.ts'
import { retrievalEvaluation } from '../../../eval/rag-retrieval/retrieval-evaluation.ts'
import { runCommand } from './run-command.ts'
import { editJson, makeAssets, remove, temporaryFolder, writeJson } from './small-assets.ts'

let folder = ''
const at = (name: string) => join(folder, name)
/** As a child process, which is what CI sees. */
const command = (...args: string[]) => runCommand('eval/rag-retrieval/main.ts', ['--assets', folder, ...args])
/** The same in this process, which is quicker. */
const evaluate = async (...args: string[]) => {
  const [out, err]: [string[], string[]] = [[], []]
  const output = { log: (line: string) => out.push(line), error: (line: string) => err.push(line) }
  const exit = await runEvaluation(retrievalEvaluation, ['--assets', folder, ...args], output)
  return { exit, out: out.join('\n'), err: err.join('\n') }
}

beforeEach(() => {
  folder = temporaryFolder()
  makeAssets(folder, ['contract-order', 'contract-caps', 'contract-contradiction'])
})
afterEach(() => remove(folder))

describe('exit 0', { timeout: 60_000 }, () => {
  test('all pass and nothing got worse, and the same results are the same bytes', async () => {
    const first = await command('--write-baseline')
    expect(first).toMatchObject({ exit: 0 })
    expect(first.out).toContain('3 of 3 cases pass')
    expect(first.out).toContain('no baseline: nothing was compared')
    expect(readdirSync(at('reports')).sort()).toEqual([
      'baseline.json',
      'baseline.md',
      'latest.html',
      'latest.json',
      'latest.md',
    ])

    const names = ['a.json', 'a.md', 'a.html', 'd.json', 'd.md'].map(at)
    const [json, markdown, page, diffJson, diffMarkdown] = names
    const second = await command(
      ...['--json-report', `${json}`, '--markdown-report', `${markdown}`, '--html-report', `${page}`],
      ...['--diff-json-report', `${diffJson}`, '--diff-markdown-report', `${diffMarkdown}`],
    )
    expect(second).toMatchObject({ exit: 0 })
    expect(second.out).toContain('0 regressions, 0 improvements over 3 compared cases.')
    expect(readFileSync(at('a.json'))).toEqual(readFileSync(at('reports/baseline.json')))
    expect(readFileSync(at('a.md'))).toEqual(readFileSync(at('reports/baseline.md')))
    expect(JSON.parse(readFileSync(at('d.json'), 'utf8'))).toMatchObject({ comparable: true, comparedCases: 3 })
    for (const name of names) expect(readFileSync(name, 'utf8')).not.toContain(folder)
  })
})

describe('exit 1', { timeout: 60_000 }, () => {
  test('a case fails its expectation, named with the field, and no baseline is written', async () => {
    makeAssets(folder, ['contract-order', 'contract-caps'], { 'contract-caps': { expectedKeywords: ['not in there'] } })
    remove(at('fixtures/contract-contradiction.json'))
    const ended = await command('--write-baseline')
    expect(ended.exit).toBe(1)
    expect(ended.out).toContain('FAIL  contract-caps: expectedKeywords: ')
    expect(ended.out).toContain('baseline not written')
    expect(existsSync(at('reports/baseline.json'))).toBe(false)
  })

  test('every case passes, and one of them is worse than it was', async () => {
    makeAssets(folder, ['contract-order', 'contract-caps', 'contract-contradiction'], {
      'contract-order': {
        expectedSources: ['pump-noise.md'],
        expectedBreadcrumbs: ['pump-noise'],
        expectedKeywords: ['air'],
      },
    })
    expect(await evaluate('--write-baseline')).toMatchObject({ exit: 0 })
    editJson(at('reports/baseline.json'), 'cases.0.observed.firstExpectedRank', 1)
    const ended = await command()
    expect(ended.exit).toBe(1)
    expect(ended.out).toContain('WORSE  contract-order: firstExpectedRank 1 -> 2')
  })
})

describe('exit 2', { timeout: 60_000 }, () => {
  test('an option that is unknown', async () => {
    const ended = await command('--compare', 'x.json')
    expect(ended.exit).toBe(2)
    expect(ended.err).toContain('Usage: npm run eval')
  })

  test('a case that is not valid, named with its field', async () => {
    editJson(at('cases/golden-cases.json'), 'cases.1.topK', 0)
    const ended = await evaluate()
    expect(ended.exit).toBe(2)
    expect(ended.err).toContain('cases.1.topK')
  })

  test('a report that cannot be written, and a file without a name', async () => {
    expect(await evaluate('--json-report', join(at('cases/golden-cases.json'), 'x.json'))).toMatchObject({ exit: 2 })
    expect(await evaluate('--json-report', '')).toMatchObject({ exit: 2 })
  })

  test.each(['--json-report', '--markdown-report', '--html-report', '--diff-json-report', '--diff-markdown-report'])(
    '%s into a folder that is not there: it is not made, and no other report is written',
    async (option) => {
      const ended = await evaluate(option, at('absent/deep/x'))
      expect(ended.exit).toBe(2)
      expect(ended.err).toMatch(/^.*\/x cannot be written: there is no folder .*\/absent\/deep\nUsage: /)
      expect(existsSync(at('absent'))).toBe(false)
      expect(existsSync(at('reports'))).toBe(false)
    },
  )

  test.skipIf(!existsSync('/proc/self'))('a report below a file system that takes no folders ends, too', async () => {
    expect(await command('--json-report', '/proc/x/y')).toMatchObject({ exit: 2 })
  })

  test('a case without its fixture', async () => {
    remove(at('fixtures/contract-caps.json'))
    const ended = await evaluate()
    expect(ended.exit).toBe(2)
    expect(ended.err).toContain('contract-caps.json cannot be read')
  })
})

describe('exit 3', { timeout: 60_000 }, () => {
  test('a baseline that cannot be read', async () => {
    const ended = await command('--compare-to', at('none.json'))
    expect(ended.exit).toBe(3)
    expect(ended.out).toContain('cannot compare: The baseline none.json cannot be read.')
    writeFileSync(at('broken.json'), '{')
    expect(await evaluate('--compare-to', at('broken.json'))).toMatchObject({ exit: 3 })
  })

  test.each([
    ['schemaVersion', 2, 'has schema version 2, this report has 1.'],
    [
      'engine',
      'py-rag, another',
      "The baseline's engine is py-rag, another, this report's is py-rag, written/contract-1.",
    ],
  ])('a baseline of another %s', async (field, value, reason) => {
    await evaluate('--json-report', at('baseline.json'))
    editJson(at('baseline.json'), field, value)
    const ended = await evaluate('--compare-to', at('baseline.json'), '--diff-json-report', at('d.json'))
    expect(ended.exit).toBe(3)
    expect(ended.out).toContain(reason)
    expect(JSON.parse(readFileSync(at('d.json'), 'utf8'))).toMatchObject({ comparable: false })
  })

  test('but a failing case is 1, whatever the baseline is', async () => {
    writeJson(at('baseline.json'), { schemaVersion: 2 })
    editJson(at('fixtures/contract-caps.json'), 'lookupResult.evidenceBlocks.1.score', 0.87)
    const ended = await evaluate('--compare-to', at('baseline.json'))
    expect(ended.exit).toBe(1)
    expect(ended.out).toContain('FAIL  contract-caps: lookupResult.evidenceBlocks.1.score: ')
  })
})
