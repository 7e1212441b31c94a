// Runs each operation as a caller would, some times over, and gives what one of them cost on average.
import { loadSamples } from '../../../infra/local/demo.ts'
import { type LookupAnswer, lookupAnswer, type RunView, runView } from '../../../lib/contract/run.ts'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { documentOf, questions, recordedItems, runsOfQueries } from './asked.ts'
import { createCallApi, json } from './call-api.ts'
import { type Counts, meanOf, type Tally } from './counts.ts'
import type { MeasuredStack } from './measured-stack.ts'
import { type Stored, storedBytes } from './stored-bytes.ts'

export type Operation =
  | 'first lookup of a run'
  | 'later lookup'
  | 'replayed lookup'
  | 'guard, 4 cited calls'
  | 'recorded invocation'
  | 'diagnosis'
  | 'upload of 20 KB'
  | 'run as JSON'
  | 'run as a page'
  | 'sweep'

export type Measured = {
  readonly operations: ReadonlyMap<Operation, Counts>
  /** As read after their end; in the order of the questions. */
  readonly diagnoses: readonly RunView[]
  /** How long what the ledger keeps stays there. */
  readonly kept: Pick<Stored, 'ledgerDays' | 'auditDays'>
}

const uploadBytes = 20 * 1024
const uploads = 3

/**
 * @param tally what the stack counts into; nothing else may use the stack meanwhile
 * @throws Error when an operation does not end as it should
 */
export async function measureOperations(stack: MeasuredStack, tally: Tally): Promise<Measured> {
  const samples = new Map<Operation, Counts[]>()
  const call = createCallApi(stack.url, tally)
  const measure = async <T>(operation: Operation, work: () => Promise<T>): Promise<T> => {
    const before = await storedBytes(stack, Date.now())
    tally.take()
    const result = await work()
    const counted = tally.take()
    const after = await storedBytes(stack, Date.now())
    const grown = Object.fromEntries(
      (['ledgerBytes', 'auditBytes', 'documentBytes'] as const).map((name) => [name, after[name] - before[name]]),
    )
    const original = operation === 'upload of 20 KB' ? { originalPuts: 1, originalBytes: uploadBytes } : {}
    samples.set(operation, [...(samples.get(operation) ?? []), { ...counted, ...grown, ...original }])
    return result
  }

  await loadSamples(stack.url, stack.dataFolder)
  for (const [i, queries] of runsOfQueries.entries()) {
    const run = `/api/runs/cost-${i}`
    const lookUp = async (nth: number, query: string) =>
      lookupAnswer.parse(await call(`${run}/tools/lookup_knowledge`, json({ tool_call_id: `c${nth}`, query })))
    const answers: LookupAnswer[] = []
    for (const [nth, query] of queries.entries()) {
      const operation = nth === 0 ? 'first lookup of a run' : 'later lookup'
      answers.push(await measure(operation, () => lookUp(nth, query)))
    }
    for (const [nth, query] of queries.entries()) await measure('replayed lookup', () => lookUp(nth, query))
    const verdict = guardVerdict.parse(
      await measure('guard, 4 cited calls', () => call(`${run}/evidence-guard`, json(draftOf(answers)))),
    )
    if (verdict.verdict !== 'PASS') throw new Error(`the draft was refused: ${JSON.stringify(verdict.violations)}`)
    await measure('run as JSON', () => call(run))
    await measure('recorded invocation', () =>
      call(
        `${run}/tool-invocations`,
        json({ tool: 'search_logs', tool_call_id: 'logs', args: { route: '/orders' }, items: recordedItems }),
      ),
    )
  }
  const diagnoses: RunView[] = []
  for (const [i, question] of questions.entries()) {
    const run_id = `diagnosed-${i}`
    await measure('diagnosis', async () => {
      await call('/api/runs', json({ run_id, question }))
      await stack.idle()
    })
    diagnoses.push(runView.parse(await measure('run as JSON', () => call(`/api/runs/${run_id}`))))
    await measure('run as a page', () => call(`/api/runs/${run_id}/report`))
  }
  const kept = await storedBytes(stack, Date.now())
  for (let i = 1; i <= uploads; i += 1) {
    const form = new FormData()
    form.set('file', new Blob([documentOf(uploadBytes, i)], { type: 'text/markdown' }), `cooling-${i}.md`)
    form.set('category', 'cooling')
    await measure('upload of 20 KB', () => call('/api/documents/upload', { method: 'POST', body: form }))
  }
  await measure('sweep', () => stack.invoke('ingest-proxy', { source: 'aws.events', 'detail-type': 'Scheduled Event' }))
  return {
    operations: new Map([...samples].map(([operation, all]) => [operation, meanOf(all)])),
    diagnoses,
    kept,
  }
}

/** Cites each call with its first chunk and a quote from it. */
function draftOf(answers: readonly LookupAnswer[]) {
  const analysis = answers.map(({ result }, i) => {
    const chunk = result.evidence[0]
    if (chunk === undefined) throw new Error(`nothing was found for "${result.query}"`)
    return {
      id: `a${i}`,
      kind: 'NORMAL',
      text: 'The runbook names the steps.',
      tool_call_ids: [result.tool_call_id],
      document_ids: [chunk.document_id],
      quotes: [{ document_id: chunk.document_id, text: chunk.excerpt.slice(0, 60) }],
    }
  })
  return {
    analysis,
    conclusion: { text: 'Follow the steps in order.', based_on_analysis_ids: ['a0'] },
    action_plan: [],
    limitations: ['Only runbooks were read.'],
  }
}
