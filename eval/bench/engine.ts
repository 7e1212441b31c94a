// npm run bench:engine -- [--corpus DIR] [--sizes 1000,5000,50000] [--plot FILE]: our engine beside the library that it is built
// on and beside SQLite's full-text index. Same chunks, same queries, same run, one process each; ratios carry over, times do not.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { messageOf } from '../../lib/text/message-of.ts'
import { dataFolder } from '../data-folder.ts'
import { exitCodes } from '../exit-codes.ts'
import { markdownTable } from '../markdown-table.ts'
import { checkOutputFile, writeOutputFile } from '../output-file.ts'
import { plotLines } from '../plot-lines.ts'
import { progressBar, progressLines } from '../progress-bar.ts'
import { subjects } from './engine-subjects.ts'

const measured = z.object({
  indexMs: z.number(),
  indexMb: z.number(),
  rssMb: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  found: z.number(),
})
type Measured = z.infer<typeof measured>
type Row = Measured & { readonly engine: string; readonly size: number }

const names: Readonly<Record<string, string>> = { ours: 'this engine', minisearch: 'MiniSearch', fts5: 'SQLite FTS5' }
const usage = 'Usage: npm run bench:engine -- [--corpus DIR] [--sizes 1000,5000,50000] [--plot FILE.svg]'

process.exitCode = main()

function main(): number {
  let order: { corpus: string; sizes: readonly number[]; plot: string | null }
  try {
    order = readArguments()
  } catch (error) {
    console.error(messageOf(error))
    console.error(usage)
    return exitCodes.usage
  }
  const { corpus, sizes, plot } = order
  const jobs = sizes.flatMap((size) => Object.keys(subjects).map((engine) => ({ engine, size })))
  const progress = (process.stderr.isTTY ? progressBar : progressLines)(process.stderr, 'measuring')
  const rows = jobs.map(({ engine, size }, at): Row => {
    const row = { engine, size, ...measure(engine, size, corpus) }
    progress((at + 1) / jobs.length)
    return row
  })
  console.log(table(rows))
  console.log(
    '\nBehind each figure, in brackets: that of this engine as a multiple of it. 200 queries, the best 20 chunks each.',
  )
  console.log(
    'SciFact makes some 10,900 chunks; larger sizes repeat its documents with sentences exchanged between them.',
  )
  if (plot !== null) writeOutputFile(plot, chart(rows))
  return exitCodes.ok
}

function readArguments() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { corpus: text, sizes: { ...text, default: '1000,5000,50000' }, plot: text },
  })
  const sizes = values.sizes.split(',').map(Number)
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error(`--sizes: not sizes: ${values.sizes}`)
  const corpus = values.corpus ?? dataFolder('ir', 'scifact')
  if (!existsSync(corpus))
    throw new Error(`There is no folder ${corpus}. Name one with --corpus DIR, or set EVIDENCE_DATA.`)
  if (values.plot !== undefined) checkOutputFile(values.plot)
  return { corpus, sizes, plot: values.plot ?? null }
}

function measure(engine: string, size: number, corpus: string): Measured {
  const program = fileURLToPath(new URL('engine-subject-process.ts', import.meta.url))
  const flags = ['--expose-gc', '--max-old-space-size=4096', '--disable-warning=ExperimentalWarning']
  const printed = execFileSync(process.execPath, [...flags, program, engine, String(size), corpus], {
    encoding: 'utf8',
  })
  return measured.parse(JSON.parse(printed))
}

function table(rows: readonly Row[]): string {
  const columns = ['indexMs', 'indexMb', 'rssMb', 'p50Ms', 'p95Ms'] as const
  const head = ['chunks', 'engine', 'index, ms', 'index, MiB', 'RSS of all, MiB', 'query p50, ms', 'query p95, ms']
  const body = rows.map((row) => {
    const ours = rows.find(({ engine, size }) => engine === 'ours' && size === row.size)
    const cells = columns.map((column) => {
      const ratio = ours === undefined || row === ours ? '' : ` (${(ours[column] / row[column]).toFixed(2)})`
      return `${row[column].toFixed(column.startsWith('p') ? 2 : 0)}${ratio}`
    })
    return [row.size.toLocaleString('en'), names[row.engine] ?? row.engine, ...cells]
  })
  return markdownTable(head, body)
}

function chart(rows: readonly Row[]): string {
  const lines = Object.keys(subjects).map((engine) => ({
    name: names[engine] ?? engine,
    points: rows.filter((row) => row.engine === engine).map(({ size, p50Ms }) => [size, p50Ms] as const),
  }))
  return plotLines(lines, { title: 'Median time of a query', xLabel: 'chunks', yLabel: 'ms' })
}
