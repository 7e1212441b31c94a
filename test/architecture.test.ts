// The house as a test (docs/architecture.md): which room may know which, and no circles.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

type Imports = { readonly ours: readonly string[]; readonly packages: readonly string[] }

/** Imports and re-exports of each source file, types included: a circle of types is a circle. */
const sources = new Map(
  globSync('{docs,lib,functions,infra,eval,test}/**/*.ts', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => [file, importsOf(file)]),
)

function importsOf(file: string): Imports {
  const code = readFileSync(join(root, file), 'utf8')
  const named = [...code.matchAll(/^(?:import|export)\s(?:[\w\s{},*$]+\sfrom\s)?'([^']+)'/gm)].map(([, id]) =>
    String(id),
  )
  const loaded = [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, id]) => String(id))
  const ids = [...new Set([...named, ...loaded])]
  return {
    ours: ids
      .filter((id) => id.startsWith('.'))
      .map((id) => relative(root, join(root, dirname(file), id)).replaceAll('\\', '/')),
    packages: ids.filter((id) => !id.startsWith('.')),
  }
}

/** `lib/guard/rules/x.ts` -> `lib/guard`; `functions/search-tool/x.ts` -> `functions/search-tool`; `functions/catalog.ts` -> itself. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

/** Tables that documents show, beside those of the contract. */
const ofDocuments = new Set([
  'infra/stage-settings.ts',
  'infra/local/knowledge/service-error.ts',
  'lib/knowledge/py-rag/service-calls.ts',
])

/** Rooms that every `lib` room may stand on. */
const bases = ['lib/contract', 'lib/text', 'lib/aws']

function mayImport(from: string, to: string): boolean {
  const [area, target] = [from, to].map((file) => file.split('/')[0])
  const [room, other] = [roomOf(from), roomOf(to)]
  if (area === 'test') return true
  if (area === 'docs') return target === 'docs' || other === 'lib/contract' || ofDocuments.has(to)
  if (target === 'test') return false
  if (room === other) return true
  if (room === 'lib/verification') return ['lib/guard', 'lib/ledger', ...bases].includes(other)
  if (area === 'lib') return target === 'lib' && bases.includes(other) && room !== 'lib/contract' && room !== 'lib/text'
  if (from === 'functions/catalog.ts') return target === 'functions' || bases.includes(other) || other === 'lib/lambda'
  if (area === 'functions') return target === 'lib'
  if (area === 'infra') return target === 'lib' || to === 'functions/catalog.ts' || target === 'infra'
  return area === 'eval' && (target === 'lib' || target === 'functions' || target === 'infra' || target === 'eval')
}

describe('the direction of imports', () => {
  test('finds the sources', () => {
    expect(sources.size).toBeGreaterThan(100)
    expect(sources.get('lib/evidence/run-evidence.ts')?.ours).toContain('lib/evidence/project-lookup.ts')
  })

  test('no file imports from a room that it may not know', () => {
    const forbidden = [...sources].flatMap(([from, { ours }]) =>
      ours.filter((to) => !mayImport(from, to)).map((to) => `${from} -> ${to}`),
    )
    expect(forbidden).toEqual([])
  })

  test('the contract imports zod and nothing else', () => {
    const packages = [...sources].filter(([file]) => roomOf(file) === 'lib/contract').flatMap(([, i]) => i.packages)
    expect(new Set(packages)).toEqual(new Set(['zod']))
  })

  test('pure rooms know no clients, no network, no files, no environment', () => {
    const pure = ['lib/contract', 'lib/text', 'lib/evidence', 'lib/guard', 'lib/semantic', 'lib/report']
    const offenders = [...sources]
      .filter(([file]) => pure.includes(roomOf(file)))
      .flatMap(([file, i]) =>
        i.packages.filter((p) => p !== 'zod' && p !== 'node:crypto').map((p) => `${file} -> ${p}`),
      )
    expect(offenders).toEqual([])
  })

  test('only the way in and the local stack read the environment of the process', () => {
    const readers = [...sources.keys()].filter(
      (file) => /^(lib|functions|infra)\//.test(file) && readFileSync(join(root, file), 'utf8').includes('process.env'),
    )
    expect(readers.filter((file) => file !== 'lib/lambda/start-with.ts' && !file.startsWith('infra/local/'))).toEqual(
      [],
    )
  })

  test('imports make no circle', () => {
    expect(firstCircle()).toBeNull()
  })
})

describe('names', () => {
  test('files are kebab-case, and no room or file means everything', () => {
    const odd = [...sources.keys()].filter(
      (file) =>
        !/^[a-z0-9-]+(\.test|\.config)?\.ts$/.test(file.split('/').at(-1) ?? '') ||
        /(^|\/)(utils?|common|helpers?|services|types|misc|shared|index)(\/|\.ts$)/.test(file),
    )
    expect(odd).toEqual([])
  })

  test('test files stand where the thing they test stands', () => {
    const lost = [...sources.keys()]
      .filter((file) => /^test\/.+\/.+\.test\.ts$/.test(file))
      .filter((file) => !existsSync(join(root, dirname(file).replace(/^test\//, ''))))
    expect(lost).toEqual([])
  })
})

/** A path of imports that leads back to its start, or null. */
function firstCircle(): string[] | null {
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] | null => {
    const at = path.indexOf(file)
    if (at >= 0) return [...path.slice(at), file]
    if (done.has(file)) return null
    for (const next of sources.get(file)?.ours ?? []) {
      const circle = walk(next, [...path, file])
      if (circle !== null) return circle
    }
    done.add(file)
    return null
  }
  for (const file of sources.keys()) {
    const circle = walk(file, [])
    if (circle !== null) return circle
  }
  return null
}
