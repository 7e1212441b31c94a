// What a newcomer sees first: sample runbooks go in, one question is diagnosed and published, one forgery is not.
// Everything goes over HTTP, as any caller's would.
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { documentView } from '../../lib/contract/document.ts'
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import { type RunView, runView } from '../../lib/contract/run.ts'
import { guardVerdict } from '../../lib/contract/verdict.ts'

const samplesFolder = fileURLToPath(new URL('./samples/', import.meta.url))

const demoQuestion = 'How do I debug a gateway timeout?'

const pollMs = 50

export type Say = (line: string) => void

/**
 * Uploads the sample runbooks, each once in the life of the data folder: one that was withdrawn since stays withdrawn.
 * @returns how many there are, and how many of those uploaded now wait for their ingest
 */
export async function loadSamples(
  url: string,
  dataFolder: string,
): Promise<{ readonly documents: number; readonly pending: number }> {
  const names = (await readdir(samplesFolder)).filter((name) => name.endsWith('.md')).sort()
  const listFile = join(dataFolder, 'samples.json')
  const loaded = new Set(
    existsSync(listFile) ? z.array(z.string()).parse(JSON.parse(readFileSync(listFile, 'utf8'))) : [],
  )
  let pending = 0
  for (const name of names.filter((n) => !loaded.has(n))) {
    const form = new FormData()
    form.set('file', new Blob([readFileSync(samplesFolder + name)], { type: 'text/markdown' }), name)
    form.set('fault_source', 'samples')
    const document = documentView.parse(await send(`${url}/api/documents/upload`, { method: 'POST', body: form }))
    if (document.ingest_status === 'PENDING') pending += 1
    loaded.add(name)
    await writeFileAtomic(listFile, JSON.stringify([...loaded]))
  }
  return { documents: names.length, pending }
}

/** One diagnosis, and what the guard says of its draft with one citation forged. */
export async function runDemo(url: string, runId: string, say: Say): Promise<void> {
  const run = `${url}/api/runs/${runId}`
  await post(`${url}/api/runs`, { run_id: runId, question: demoQuestion })
  say(`question   ${demoQuestion}`)
  const { state, report } = await ended(run)
  for (const { query, evidence_status, relevance_level, items } of report?.snapshot?.invocations ?? []) {
    say(`evidence   ${evidence_status}, grade ${relevance_level ?? 'none'}, for "${query}"`)
    for (const item of items) say(`           ${item.document_id}  ${item.breadcrumb ?? ''}`)
  }
  say(
    `verdict    ${state}${report?.citations_verified ? ': citations verified, consistent with the evidence (rules)' : ''}`,
  )
  if (report?.draft) {
    say(`conclusion ${report.draft.conclusion?.text.split('\n')[0] ?? 'none: the evidence does not carry one'}`)
    say(`forgery    ${await tryForgery(run, report.draft)}`)
  }
  say(`page       ${run}/report`)
}

/** What the guard says of the draft with its citations forged. */
async function tryForgery(run: string, draft: DiagnosisDraft): Promise<string> {
  if (!draft.analysis.some(({ document_ids }) => document_ids.length > 0)) return 'not tried: nothing is cited'
  const { verdict, violations } = guardVerdict.parse(await post(`${run}/evidence-guard`, forged(draft)))
  return `${verdict}: ${[...new Set(violations.map(({ code }) => code))].join(', ')}`
}

/** The run when its workflow has ended. A diagnosis takes many requests of its own; this asks again after each of ours. */
async function ended(run: string): Promise<RunView> {
  for (;;) {
    const view = runView.parse(await send(run, {}))
    if (view.state !== 'RUNNING') return view
    await wait(pollMs)
  }
}

/** The same draft, citing chunks that the agent never saw. */
function forged(draft: DiagnosisDraft): DiagnosisDraft {
  // Whatever engine made the key: not every one ends in a number.
  const never = (id: string) => `${id}999`
  return {
    ...draft,
    analysis: draft.analysis.map((a) => ({ ...a, document_ids: a.document_ids.map(never), quotes: [] })),
  }
}

const post = (url: string, body: unknown) =>
  send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

async function send(url: string, init: RequestInit): Promise<unknown> {
  const reply = await fetch(url, init)
  const body: unknown = await reply.json()
  if (reply.ok) return body
  const { error } = errorBody.parse(body)
  throw new Error(`${error.code}: ${error.message}`)
}
