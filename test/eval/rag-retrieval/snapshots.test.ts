// Recording, through the whole local stack: one stack a command, so the rules are told in one story.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fixture } from '../../../eval/rag-retrieval/fixture.ts'
import type { GoldenCase } from '../../../eval/rag-retrieval/golden-case.ts'
import { readSeedDocuments } from '../../../eval/rag-retrieval/seed-documents.ts'
import { runCommand } from './run-command.ts'
import { contractCases, editJson, makeAssets, remove, temporaryFolder, writeJson } from './small-assets.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
afterAll(() => remove(folder))

const found: GoldenCase = {
  id: 'found',
  query: 'how do I bleed the cooling circuit',
  expectedSources: ['pump.md'],
  expectedBreadcrumbs: ['Cooling > Pump'],
  expectedKeywords: ['open the upper vent'],
  topK: 5,
  expectedAttempts: ['UNFILTERED_VECTOR'],
  expectedFallbackReasons: [],
  expectedEvidenceStatus: 'EVIDENCE_FOUND',
  expectedRerankTopSource: 'pump.md',
  tags: ['en'],
}
/** Its category has a document, and that one does not answer. */
const fallback: GoldenCase = {
  ...found,
  id: 'fallback',
  query: 'bleed the cooling circuit again',
  category: 'valves',
  expectedAttempts: ['UNFILTERED_VECTOR_RETRY'],
  expectedFallbackReasons: ['filtered_vector_low_quality', 'filtered_vector_no_evidence'],
}

const seed = (source: string, breadcrumb: string, category: string, body: string) =>
  `---\nsource: ${source}\nbreadcrumb: ${breadcrumb}\nkb_scope: rag-eval\ncategory: ${category}\n---\n\n${body}\n`

const retime = (file: string, latencyMs: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<="latencyMs": )[\d.]+/, latencyMs))

const snapshots = (...args: string[]) => runCommand('eval/rag-retrieval/snapshots.ts', ['--assets', folder, ...args])

describe('npm run eval:snapshots', () => {
  test('records what the lookup path gives, changes nothing unless told to, and gives the same again', async () => {
    const contract = contractCases.filter(({ id }) => id === 'contract-order')
    makeAssets(folder, ['contract-order'])
    writeJson(at('cases/golden-cases.json'), { schemaVersion: 1, categoryPolicy: {}, cases: [found, fallback] })
    writeJson(at('cases/contract-cases.json'), { schemaVersion: 1, categoryPolicy: {}, cases: contract })
    writeJson(at('fixtures/gone.json'), {})
    mkdirSync(at('seed-docs'))
    writeFileSync(
      at('seed-docs/pump.md'),
      seed(
        'pump.md',
        'Cooling > Pump',
        'pumps',
        '# Pump\n\nTo bleed the cooling circuit, open the upper vent until water comes.',
      ),
    )
    writeFileSync(
      at('seed-docs/valve.md'),
      seed('valve.md', 'Cooling > Valve', 'valves', '# Valve\n\nA stuck valve is turned by hand, with care.'),
    )

    const planned = await snapshots()
    expect(planned).toMatchObject({
      exit: 1,
      out: 'would add found\nwould add fallback\nwould remove gone\n1 unchanged\n',
    })
    expect(existsSync(at('fixtures/found.json'))).toBe(false)
    expect(existsSync(at('fixtures/gone.json'))).toBe(true)

    editJson(at('fixtures/contract-order.json'), 'view', {})
    expect(await snapshots('--write')).toMatchObject({
      exit: 0,
      out: 'added found\nadded fallback\nchanged contract-order\nremoved gone\n0 unchanged\n',
    })
    expect(existsSync(at('fixtures/gone.json'))).toBe(false)
    const recorded = fixture.parse(JSON.parse(readFileSync(at('fixtures/fallback.json'), 'utf8')))
    expect(recorded.engineResponses.map(({ attempt }) => attempt)).toEqual([
      'FILTERED_VECTOR',
      'UNFILTERED_VECTOR_RETRY',
    ])
    expect(recorded.engineResponses.map(({ request }) => request.kb_scope)).toEqual(['rag-eval', 'rag-eval'])
    expect(recorded.engineResponses.map(({ request }) => request.category)).toEqual(['valves', undefined])
    expect(Object.keys(recorded.lookupResult)).toEqual(
      expect.arrayContaining(['evidenceBlocks', 'contextPack', 'retrievalTrace', 'rerankTrace']),
    )
    expect(JSON.stringify(recorded)).not.toMatch(/kb_scope: |"durationMs":(?!0[,}])/)

    for (const { latencyMs } of recorded.engineResponses) expect(latencyMs).toBeGreaterThan(0)

    // It takes another time each time: that alone changes nothing.
    retime(at('fixtures/found.json'), '123456.7')
    const before = readFileSync(at('fixtures/found.json'), 'utf8')
    expect(await snapshots('--write')).toMatchObject({ exit: 0, out: '3 unchanged\n' })
    expect(readFileSync(at('fixtures/found.json'), 'utf8')).toBe(before)
    retime(at('fixtures/found.json'), 'null')
    expect(await snapshots()).toMatchObject({ exit: 1, out: 'would change found\n2 unchanged\n' })
    writeFileSync(at('fixtures/found.json'), before)
    const evaluated = await runCommand('eval/rag-retrieval/main.ts', ['--assets', folder])
    expect(evaluated.out).toContain('3 of 3 cases pass')
  }, 120_000)

  test.each([
    ['without a scope', 'source: x.md\nbreadcrumb: X\ncategory: x', 'must have kb_scope: rag-eval'],
    ['of another scope', 'source: x.md\nbreadcrumb: X\nkb_scope: prod', 'must have kb_scope: rag-eval'],
    ['without a source', 'breadcrumb: X\nkb_scope: rag-eval', 'must name its source'],
  ])('refuses a seed document %s: it would be a production document', (_, matter, reason) => {
    const own = temporaryFolder()
    mkdirSync(join(own, 'seed-docs'))
    writeFileSync(join(own, 'seed-docs/x.md'), `---\n${matter}\n---\nText.\n`)
    expect(() => readSeedDocuments(own)).toThrow(`x.md ${reason}`)
    remove(own)
  })

  test('exits with 2 when it is not used as it says', async () => {
    expect(await snapshots('--wirte')).toMatchObject({ exit: 2 })
  }, 60_000)
})
