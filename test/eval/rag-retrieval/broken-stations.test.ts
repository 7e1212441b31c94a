// The gate's reason to be: a copy of the tree with one station broken on purpose must come out red, with a case named.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot, runCommand } from './run-command.ts'
import { contractCases, makeAssets, remove, temporaryFolder } from './small-assets.ts'

const tree = temporaryFolder()
for (const folder of ['lib', 'functions', 'eval'])
  cpSync(join(projectRoot, folder), join(tree, folder), { recursive: true })
cpSync(join(projectRoot, 'package.json'), join(tree, 'package.json'))
symlinkSync(join(projectRoot, 'node_modules'), join(tree, 'node_modules'), 'dir')
const assets = join(tree, 'assets')
makeAssets(
  assets,
  contractCases.map(({ id }) => id),
)
afterAll(() => remove(tree))

type Break = {
  readonly what: string
  readonly file: string
  readonly line: string
  readonly broken: string
  readonly named: string
}

const breaks: readonly Break[] = [
  {
    what: 'blocks ordered by score',
    file: 'lib/evidence/post-process-hits.ts',
    line: 'a.originalRank - b.originalRank',
    broken: 'b.score - a.score',
    named: 'contract-order',
  },
  {
    what: 'no cap on the chunks of a document',
    file: 'lib/evidence/post-process-hits.ts',
    line: 'if (count === maxChunksPerDocument) continue',
    broken: '',
    named: 'contract-caps',
  },
  {
    what: 'a merged hit without its reasons',
    file: 'lib/evidence/post-process-hits.ts',
    line: 'first.ranks.push(hit.originalRank)',
    broken: '{}',
    named: 'contract-repeats',
  },
  {
    what: 'the PRECISE threshold moved',
    file: 'lib/evidence/post-process-hits.ts',
    line: 'score >= settings.preciseThreshold',
    broken: 'score >= settings.preciseThreshold + 0.001',
    named: 'contract-grade-precise',
  },
  {
    what: 'the truncation flag lost',
    file: 'lib/evidence/project-view.ts',
    line: 'let truncated = query.cut || more || cutIds.size > 0',
    broken: 'let truncated = false',
    named: 'contract-long-excerpt',
  },
  {
    what: 'the fallback skipped',
    file: 'lib/evidence/plan-attempts.ts',
    line: "if (attempt.name !== 'FILTERED_VECTOR' || !outcome.isLowQuality) return null",
    broken: 'if (attempt.name) return null',
    named: 'contract-fallback-low-quality',
  },
  {
    what: 'a pack cut without its mark',
    file: 'lib/evidence/pack-context.ts',
    line: "const ellipsis = '...'",
    broken: "const ellipsis = ''",
    named: 'contract-pack-budget',
  },
  {
    what: 'the scope not asked for',
    file: 'lib/knowledge/py-rag/py-rag-adapter.ts',
    line: '...(kbScope !== null && { kb_scope: kbScope }),',
    broken: '',
    named: 'contract-order',
  },
  {
    what: 'the use case without its category policy',
    file: 'functions/search-tool/run-lookup.ts',
    line: 'categoryFor(query, settings.categoryPolicy)',
    broken: 'null',
    named: 'contract-filtered-stands',
  },
  {
    what: 'scores not clamped',
    file: 'lib/knowledge/map-hit.ts',
    line: 'const score = Math.min(1, Math.max(0, given))',
    broken: 'const score = given',
    named: 'contract-scores',
  },
]

describe('npm run eval', { timeout: 60_000 }, () => {
  test('is green over the tree as it is', async () => {
    expect(await evaluate()).toMatchObject({ exit: 0, failed: [] })
  })

  test.each(breaks)('is red with $what, and names $named', async ({ file, line, broken, named }) => {
    const path = join(tree, file)
    const whole = readFileSync(path, 'utf8')
    expect(whole.split(line)).toHaveLength(2)
    writeFileSync(
      path,
      whole.replace(line, () => broken),
    )
    try {
      const { exit, failed } = await evaluate()
      expect(exit).toBe(1)
      expect(failed).toContain(named)
    } finally {
      writeFileSync(path, whole)
    }
  })
})

async function evaluate() {
  const { exit, out } = await runCommand('eval/rag-retrieval/main.ts', ['--assets', assets], tree)
  return { exit, failed: [...out.matchAll(/^FAIL {2}([\w-]+):/gm)].map(([, id]) => id) }
}
