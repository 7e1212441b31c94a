// A stand-in for what Lambda does before a function answers its first event: loading each bundle in a fresh process, taking turns
// with an empty handler and a bundle of the bare document client, so that whatever else the machine does meets all of them alike.
// Not Lambda: compare rows, not milliseconds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Bundle, bundleFunctions, bundle as makeBundles } from '../../infra/cloud-assembly/bundle-functions.ts'
import { timeImport } from './cold-import.ts'
import { clientsOf } from './sdk-clients.ts'

const rounds = Number(process.argv[2] ?? 15)
const bare = 'bare document client'
const goals: Readonly<Record<string, { readonly bytes: number; readonly ratio: number }>> = {
  'search-tool': { bytes: 500 * 1024, ratio: 1.2 },
  'evidence-guard': { bytes: 500 * 1024, ratio: 1.2 },
}

const references = await makeBundles({
  'empty handler': 'eval/bench/cold-empty.ts',
  [bare]: 'eval/bench/cold-document-client.ts',
})
const bundles = [...references, ...(await bundleFunctions())]
const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-cold-'))
try {
  const files = new Map(bundles.map(([name, bundle]) => [name, write(name, bundle)]))
  const times = new Map(bundles.map(([name]): [string, number[]] => [name, []]))
  // The first round only warms the file system's cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, file] of files) {
      const ms = await timeImport(file)
      if (round > 0) times.get(name)?.push(ms)
    }
  }
  const reference = times.get(bare) ?? []
  console.log(`Median of ${rounds} fresh processes each, Node ${process.versions.node}.\n`)
  console.log(
    '| bundle | KB | gzip KB | import ms: median, fastest | ratio to the bare document client: median, of the fastest | clients of the SDK |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const [name, bundle] of bundles) {
    const code = bundle.files.get('index.js') ?? new Uint8Array()
    const own = times.get(name) ?? []
    const ratio = median(own.map((ms, i) => ms / (reference[i] ?? Number.NaN)))
    const fastest = Math.min(...own) / Math.min(...reference)
    const goal = goals[name]
    const cells = [
      name,
      `${kb(code.length)}${goal === undefined ? '' : ` (goal ${kb(goal.bytes)})`}`,
      kb(gzipSync(code).length),
      `${median(own).toFixed(1)}, ${Math.min(...own).toFixed(1)}`,
      `${ratio.toFixed(2)}, ${fastest.toFixed(2)}${goal === undefined ? '' : ` (goal ${goal.ratio})`}`,
      clientsOf(bundle).join(', ') || 'none',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function write(name: string, bundle: Bundle): string {
  mkdirSync(join(folder, name))
  for (const [file, content] of bundle.files) writeFileSync(join(folder, name, file), content)
  return join(folder, name, 'index.js')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}
