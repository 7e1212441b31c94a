// What a newcomer sees first: sample runbooks go in, one question is looked up, one draft is verified, one forgery is not.
// Everything goes over HTTP, as any caller's would.
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { documentView } from '../../lib/contract/document.ts'
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import { lookupAnswer } from '../../lib/contract/run.ts'
import { guardVerdict } from '../../lib/contract/verdict.ts'

const samplesFolder = fileURLToPath(new URL('./samples/', import.meta.url))

export const demoQuestion = 'How do I debug a gateway timeout?'

export type Say = (line: string) => void

/** Uploads the sample runbooks; what is there already stays as it is. @returns how many are there, and how many wait */
export async function loadSamples(url: string): Promise<{ readonly documents: number; readonly pending: number }> {
  const names = (await readdir(samplesFolder)).filter((name) => name.endsWith('.md')).sort()
  let pending = 0
  for (const name of names) {
    const form = new FormData()
    form.set('file', new Blob([readFileSync(samplesFolder + name)], { type: 'text/markdown' }), name)
    form.set('category', 'default')
    form.set('fault_source', 'samples')
    const document = documentView.parse(await send(`${url}/api/documents/upload`, { method: 'POST', body: form }))
    if (document.ingest_status === 'PENDING') pending += 1
  }
  return { documents: names.length, pending }
}

/** One lookup, one draft whose citation holds, one whose citation does not. */
export async function runDemo(url: string, runId: string, say: Say): Promise<void> {
  const run = `${url}/api/runs/${runId}`
  const { result } = lookupAnswer.parse(
    await post(`${run}/tools/lookup_knowledge`, { tool_call_id: 'c1', query: demoQuestion }),
  )
  say(`question   ${demoQuestion}`)
  say(`evidence   ${result.evidence_status}, grade ${result.relevance_level ?? 'none'}, ${result.returned_count} items`)
  for (const item of result.evidence) say(`           ${item.document_id}  ${item.breadcrumb ?? ''}`)
  const honest = draftOf(result)
  if (honest === null) return say('verdict    nothing was found, so there is nothing to cite')
  const verdict = guardVerdict.parse(await post(`${run}/evidence-guard`, honest))
  say(`draft      "${honest.analysis[0]?.text}"`)
  say(`verdict    ${verdict.verdict}: the citation and its quote are in the ledger`)
  const rejected = guardVerdict.parse(await post(`${run}/evidence-guard`, forged(honest)))
  say(`forgery    ${rejected.verdict}: ${rejected.violations.map((v) => v.code).join(', ')}`)
  say(`the run    ${run}`)
}

/** A draft that says what the first piece of evidence says. Null when there is none. */
function draftOf(result: RagToolResult): DiagnosisDraft | null {
  const item = result.evidence[0]
  if (item === undefined) return null
  const sentence = item.excerpt.split('\n').find((line) => line.trim().length > 20 && !/^[#\s|`>-]/.test(line))
  const quote = (sentence ?? item.excerpt).trim().slice(0, 200)
  const { tool_call_id } = result
  const { document_id } = item
  return {
    analysis: [
      {
        id: 'a1',
        kind: 'NORMAL',
        text: quote,
        tool_call_ids: [tool_call_id],
        document_ids: [document_id],
        quotes: [{ document_id, text: quote }],
      },
    ],
    conclusion: { text: quote, based_on_analysis_ids: ['a1'] },
    action_plan: [],
    limitations: ['Only the sample runbooks were searched.'],
  }
}

/** The same draft, citing a neighbouring chunk that the agent never saw. */
function forged(draft: DiagnosisDraft): DiagnosisDraft {
  const never = (id: string) => id.replace(/\d+$/, '999')
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
