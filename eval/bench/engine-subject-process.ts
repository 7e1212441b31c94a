// One engine at one size in a process of its own, so that its memory is its own: prints what it took as one line of JSON.
// Arguments: engine, number of chunks, folder of the corpus. Needs --expose-gc.
import { readCorpus } from '../retrieval/find-corpora.ts'
import { benchChunks } from './engine-chunks.ts'
import { subjects } from './engine-subjects.ts'

const warmUp = 20
const asked = 200

const [name = '', size = '', folder = ''] = process.argv.slice(2)
const open = subjects[name]
if (open === undefined) throw new Error(`no such engine: ${name}`)
const corpus = readCorpus(folder, 'train')
const chunks = benchChunks(corpus, Number(size))
const queries = corpus.queries.slice(0, asked).map(({ text }) => text)

const before = memory()
const started = performance.now()
const { search, outsideBytes } = await open(chunks)
const indexMs = performance.now() - started
const after = memory()
for (const query of queries.slice(0, warmUp)) search(query)
let found = 0
const times = queries
  .map((query) => {
    const start = performance.now()
    found += search(query).length
    return performance.now() - start
  })
  .sort((a, b) => a - b)
const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
console.log(
  JSON.stringify({
    indexMs,
    indexMb: Math.max(0, after.heapMb - before.heapMb) + outsideBytes() / 2 ** 20,
    rssMb: after.rssMb,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    found: found / queries.length,
  }),
)

/** Twice: what only a finalizer frees is gone after the second. */
function memory() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { heapMb: (heapUsed + arrayBuffers) / 2 ** 20, rssMb: rss / 2 ** 20 }
}
