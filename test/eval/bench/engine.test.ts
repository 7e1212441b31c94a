// The benchmark of the engine on a handful of chunks: that it measures all engines on the same texts, not how fast they are.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { benchChunks } from '../../../eval/bench/engine-chunks.ts'
import { subjects } from '../../../eval/bench/engine-subjects.ts'
import { readCorpus } from '../../../eval/retrieval/find-corpora.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const row = (id: string, title: string, text: string) => `${JSON.stringify({ _id: id, title, text })}\n`
  const pump = row('a', 'Pump stops', 'Open the bypass valve. Then wait for a minute. Call the yard.')
  const leak = row('b', 'Oil leak', 'Close the feed. Put a tray under it. Tell the watch.')
  writeFileSync(join(folder, 'corpus.jsonl'), pump + leak)
  writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"q","text":"bypass valve"}\n')
  writeFileSync(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq\ta\t1\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('chunks come as they are first, and then again in new mixtures under ids of their own', () => {
  const corpus = readCorpus(folder, 'train')
  const chunks = benchChunks(corpus, 5)
  expect(chunks).toHaveLength(5)
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(5)
  expect(chunks[0]?.text).toBe('# Pump stops\n\nOpen the bypass valve. Then wait for a minute. Call the yard.')
  expect(chunks[2]?.text).toContain('Put a tray under it.')
  expect(benchChunks(corpus, 5)).toEqual(chunks)
})

test.each(Object.entries(subjects))('%s finds the chunk that is asked about', async (_, open) => {
  const { search, outsideBytes } = await open(benchChunks(readCorpus(folder, 'train'), 2))
  expect(search('the bypass "valve" (now)?')[0]).toBe('0-a-0')
  expect(outsideBytes()).toBeGreaterThanOrEqual(0)
})

test('prints a row an engine and size, and draws the curve', () => {
  const program = fileURLToPath(new URL('../../../eval/bench/engine.ts', import.meta.url))
  const plot = join(folder, 'plot.svg')
  const args = [program, '--corpus', folder, '--sizes', '3', '--plot', plot]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(0)
  for (const engine of ['this engine', 'MiniSearch', 'SQLite FTS5'])
    expect(stdout).toMatch(new RegExp(`\\| 3 \\| ${engine} \\|`))
  expect(readFileSync(plot, 'utf8')).toMatch(/^<svg[\s\S]*<\/svg>\n$/)
})

test('a size that is none is an error of usage', () => {
  const program = fileURLToPath(new URL('../../../eval/bench/engine.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, '--sizes', '0'], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toContain('Usage:')
})
