// A stand-in for what Lambda does before a function answers its first event: loading each bundle in a fresh process, taking turns
// with an empty handler and two bundles of the bare document client, so that whatever else the machine does meets all of them
// alike. Not Lambda: compare rows, not milliseconds. The fastest import is the one that the machine disturbed least.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Bundle, bundleFunctions, bundle as makeBundles } from '../../infra/cloud-assembly/bundle-functions.ts'
import { type ImportTime, timeImport } from './cold-import.ts'
import { clientsOf } from './sdk-clients.ts'

const [, , roundsGiven = '31', ...only] = process.argv
const rounds = Number(roundsGiven)
/** What a function costs that only keeps things in DynamoDB: as anybody would bundle it, and as ours are bundled. */
const bare = { asUsual: 'bare document client, bundled as usual', asOurs: 'bare document client, with our plugins' }
const bareSource = 'eval/bench/cold-document-client.ts'
const goals: Readonly<Record<string, { readonly bytes: number; readonly ratio: number }>> = {
  'search-tool': { bytes: 500 * 1024, ratio: 1.2 },
  'evidence-guard': { bytes: 500 * 1024, ratio: 1.2 },
}

const bundles = [
  ...(await makeBundles({ 'empty handler': 'eval/bench/cold-empty.ts' })),
  ...(await makeBundles({ [bare.asUsual]: bareSource }, [])),
  ...(await makeBundles({ [bare.asOurs]: bareSource })),
  ...[...(await bundleFunctions())].filter(([name]) => only.length === 0 || only.includes(name)),
]
const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-cold-'))
try {
  const files = new Map(bundles.map(([name, bundle]) => [name, write(name, bundle)]))
  const times = new Map(bundles.map(([name]): [string, ImportTime[]] => [name, []]))
  // The first round only warms the file system's cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, file] of files) {
      const time = await timeImport(file)
      if (round > 0) times.get(name)?.push(time)
    }
  }
  const loads = loadavg().map((load) => load.toFixed(1))
  console.log(`${rounds} fresh processes each, in turns; Node ${process.versions.node}; load ${loads.join(', ')}.`)
  console.log(
    'Each time and ratio: of the fastest import, of the median, of the least CPU time. The goal is against the client',
  )
  console.log('bundled as usual.\n')
  console.log(
    '| bundle | KB | gzip KB | import ms | ratio to the client as usual | to the client with our plugins | clients of the SDK |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, bundle] of bundles) {
    const code = bundle.files.get('index.js') ?? new Uint8Array()
    const own = times.get(name) ?? []
    const ratios = [bare.asUsual, bare.asOurs].map((reference) => ratioOf(own, times.get(reference) ?? []))
    const goal = goals[name]
    const cells = [
      name,
      `${kb(code.length)}${goal === undefined ? '' : ` (goal ${kb(goal.bytes)})`}`,
      kb(gzipSync(code).length),
      figuresOf(own)
        .map((ms) => ms.toFixed(1))
        .join(', '),
      `${ratios[0]}${goal === undefined ? '' : ` (goal ${goal.ratio})`}`,
      ratios[1],
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

/** The fastest import, the median, and the least CPU time, each in ms. */
function figuresOf(times: readonly ImportTime[]): number[] {
  const wall = times.map(({ ms }) => ms)
  return [Math.min(...wall), median(wall), Math.min(...times.map(({ cpuMs }) => cpuMs))]
}

/** Figure by figure: pairs of one round would each carry the noise of two. */
function ratioOf(own: readonly ImportTime[], reference: readonly ImportTime[]): string {
  const references = figuresOf(reference)
  return figuresOf(own)
    .map((ms, i) => (ms / (references[i] ?? Number.NaN)).toFixed(2))
    .join(', ')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}
