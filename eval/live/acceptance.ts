// Does a deployed stack keep its promises? One document goes in, is found, cited, verified, withdrawn and gone (spec 07).
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { documentView, systemHealth } from '../../lib/contract/document.ts'
import type { DiagnosisDraft } from '../../lib/contract/draft.ts'
import { lookupAnswer, runView, startAnswer } from '../../lib/contract/run.ts'
import { guardVerdict } from '../../lib/contract/verdict.ts'
import type { Answer, ApiClient } from './api-client.ts'

export type Check = {
  /** The promise, as a sentence. */
  readonly name: string
  readonly run: () => Promise<void>
}

export type AcceptanceOptions = { readonly diagnosis: boolean; readonly timeoutMs: number; readonly pollMs: number }

export type Acceptance = {
  /** In order: each one builds on those before it. */
  readonly checks: readonly Check[]
  /** Takes away what the checks have put there, however far they came. */
  readonly cleanUp: () => Promise<void>
}

/** The checks against one API. They leave nothing behind but runs, which expire by themselves. */
export function acceptanceOf(api: ApiClient, { diagnosis, timeoutMs, pollMs }: AcceptanceOptions): Acceptance {
  const mark = randomBytes(6).toString('hex')
  const filename = `acceptance-${mark}.md`
  const fact = `The valve ${mark} closes after 42 seconds.`
  const query = `When does the valve ${mark} close?`
  const text = `# Acceptance check ${mark}\n\n## Valve\n\n${fact} It was written to see whether this stack works.\n`
  let runs = 0
  let documentRef: string | null = null
  let docId: string | null = null
  let found: { readonly run: string; readonly answer: z.infer<typeof lookupAnswer>; readonly text: string } | null =
    null

  const newRun = () => {
    runs += 1
    return `acceptance-${mark}-${runs}`
  }
  const lookUp = (run: string, callId = 'c1') =>
    api.post(`/api/runs/${run}/tools/lookup_knowledge`, { tool_call_id: callId, query })
  const evidenceOf = (answer: z.infer<typeof lookupAnswer>) =>
    answer.result.evidence.filter(({ excerpt }) => excerpt.includes(mark))
  const guard = async (run: string, draft: DiagnosisDraft) =>
    guardVerdict.parse(json(await api.post(`/api/runs/${run}/evidence-guard`, draft), 200))
  const wasFound = () => {
    if (found === null) throw new Error('the document was not found before')
    return found
  }

  const checks: Check[] = [
    {
      name: 'its own parts are up, and so is the knowledge service',
      run: async () => {
        const health = systemHealth.parse(json(await api.get('/api/knowledge/health'), 200))
        must(health.status !== 'down', `the health is ${health.status}`)
      },
    },
    {
      name: 'a document that is uploaded is accepted and ingested',
      run: async () => {
        const form = new FormData()
        form.set('file', new Blob([text], { type: 'text/markdown' }), filename)
        form.set('title', 'Acceptance check')
        const uploaded = documentView.parse(json(await api.upload('/api/documents/upload', form), 201, 202))
        documentRef = uploaded.document_ref
        docId = await until('the ingest', async () => {
          const now = documentView.parse(json(await api.get(`/api/documents/${uploaded.document_ref}`), 200))
          must(now.ingest_status !== 'FAILED', `the ingest failed: ${now.reason}`)
          return now.doc_id
        })
      },
    },
    {
      name: 'a lookup finds it, as evidence',
      run: async () => {
        found = await until('the document in a view', async () => {
          const run = newRun()
          const reply = await lookUp(run)
          const answer = lookupAnswer.parse(json(reply, 200))
          return evidenceOf(answer).length > 0 ? { run, answer, text: reply.text } : null
        })
        must(found.answer.result.evidence_status === 'EVIDENCE_FOUND', 'the status is not EVIDENCE_FOUND')
      },
    },
    {
      name: 'the same call again gives the same result, byte for byte',
      run: async () => {
        const first = wasFound()
        const again = await lookUp(first.run)
        must(lookupAnswer.parse(json(again, 200)).harness.replayed, 'it is not marked as replayed')
        must(resultText(again.text) === resultText(first.text), 'the result is another one')
      },
    },
    {
      name: 'a draft that quotes it is verified',
      run: async () => {
        const { run, answer } = wasFound()
        const { verdict, violations } = await guard(run, draftOn(idOf(evidenceOf(answer)), fact))
        must(verdict === 'PASS', `the verdict is ${verdict}: ${violations.map(({ code }) => code).join(', ')}`)
      },
    },
    {
      name: 'a draft with an invented quote is rejected, and so is one with an invented document',
      run: async () => {
        const { run, answer } = wasFound()
        const id = idOf(evidenceOf(answer))
        await rejects(await guard(run, draftOn(id, fact.replace('42', '43'))), 'QUOTE_NOT_IN_EVIDENCE')
        await rejects(await guard(run, draftOn(`${id}-invented`, fact)), 'DOCUMENT_NOT_IN_EVIDENCE')
      },
    },
    {
      name: 'the run can be read, with its call and the audit of it, and as a page',
      run: async () => {
        const { run } = wasFound()
        const view = runView.parse(json(await api.get(`/api/runs/${run}`), 200))
        must(view.invocations.length === 1 && view.invocations[0]?.status === 'READY', 'the call is not in it')
        must((view.invocations[0]?.audit.length ?? 0) > 0, 'the audit is not in it')
        const page = await api.get(`/api/runs/${run}/report`)
        must(page.status === 200 && page.contentType.startsWith('text/html'), `the page is ${page.status}`)
      },
    },
    ...(diagnosis
      ? [
          {
            name: 'a diagnosis ends with a report',
            run: async () => {
              const started = startAnswer.parse(json(await api.post('/api/runs', { question: query }), 202))
              const view = await until('the report', async () => {
                const now = runView.parse(json(await api.get(`/api/runs/${started.run_id}`), 200))
                return now.state === 'RUNNING' ? null : now
              })
              must(view.state === 'PUBLISHED' || view.state === 'FALLBACK', `the run is ${view.state}: ${view.failure}`)
              must(
                view.state !== 'PUBLISHED' || view.report?.citations_verified === true,
                'its citations are not verified',
              )
            },
          },
        ]
      : []),
    {
      name: 'a document that is withdrawn is no evidence from then on, and is gone from the list',
      run: async () => {
        must(docId !== null, 'there is no document to withdraw')
        const id = encodeURIComponent(docId ?? '')
        json(await api.remove(`/api/documents/${id}`), 200)
        documentRef = null
        const after = lookupAnswer.parse(json(await lookUp(newRun()), 200))
        must(evidenceOf(after).length === 0, 'a lookup still shows it')
        must((await api.get(`/api/documents/${id}`)).status === 404, 'it can still be read')
      },
    },
    {
      name: 'what was recorded before the withdrawal stays as it was',
      run: async () => {
        const { run, answer } = wasFound()
        const { verdict } = await guard(run, draftOn(idOf(evidenceOf(answer)), fact))
        must(verdict === 'PASS', `the verdict is ${verdict}`)
      },
    },
  ]

  return {
    checks,
    cleanUp: async () => {
      if (documentRef !== null) json(await api.remove(`/api/documents/${documentRef}`), 200, 404)
    },
  }

  async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + timeoutMs
    for (;;) {
      const seen = await look()
      if (seen !== null) return seen
      if (Date.now() > end) throw new Error(`${what} did not come within ${timeoutMs / 1000} s`)
      await wait(pollMs)
    }
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

async function rejects(verdict: z.infer<typeof guardVerdict>, code: string): Promise<void> {
  const codes: readonly string[] = verdict.violations.map((v) => v.code)
  must(verdict.verdict === 'REJECT' && codes.includes(code), `${code} is not among [${codes.join(', ')}]`)
}

function json({ status, text }: Answer, ...expected: readonly number[]): unknown {
  if (!expected.includes(status)) throw new Error(`the status is ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** The result as it was sent: what an agent would be shown. */
function resultText(text: string): string {
  const { result } = z.object({ result: z.unknown() }).parse(JSON.parse(text))
  return JSON.stringify(result)
}

const idOf = (evidence: readonly { readonly document_id: string }[]) => evidence[0]?.document_id ?? ''

const draftOn = (documentId: string, quote: string): DiagnosisDraft => ({
  analysis: [
    {
      id: 'a1',
      kind: 'NORMAL',
      text: 'The valve closes after a while.',
      tool_call_ids: ['c1'],
      document_ids: [documentId],
      quotes: [{ document_id: documentId, text: quote }],
    },
  ],
  conclusion: { text: 'The valve closes after a while.', based_on_analysis_ids: ['a1'] },
  action_plan: [],
  limitations: ['One document was read.'],
})
