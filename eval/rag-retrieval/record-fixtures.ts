import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import { lookupAnswer } from '../../lib/contract/run.ts'
import { createHttpTransport } from '../../lib/knowledge/http-transport.ts'
import { type EvaluationStack, startEvaluationStack, uploadSeed } from './evaluation-stack.ts'
import type { Fixture } from './fixture.ts'
import type { GoldenCase, GoldenCases } from './golden-case.ts'
import { lookupContext, policyOf } from './lookup-context.ts'
import { createRecording } from './record-transport.ts'
import { replayLookup } from './replay-lookup.ts'
import type { SeedDocument } from './seed-documents.ts'
import { showView } from './show-view.ts'

/**
 * Asks each case of a fresh stack that holds the seed documents, and gives what was recorded, in the order of the cases.
 * @param onProgress is told the part that is done, 0 to 1
 * @throws Error when a document is not ingested, or a lookup is not the same over the API, in process and replayed
 */
export async function recordFixtures(
  { cases, categoryPolicy }: GoldenCases,
  documents: readonly SeedDocument[],
  onProgress: (done: number) => void = () => undefined,
): Promise<Fixture[]> {
  const steps = documents.length + cases.length
  let done = 0
  const step = () => onProgress(++done / steps)
  // A category that a case names is a policy of one keyword, its question; over the API, all cases share one policy.
  const named = Object.assign(
    {},
    ...cases.filter((each) => each.category !== undefined).map((each) => policyOf(each, {})),
  )
  const stack = await startEvaluationStack({ ...named, ...categoryPolicy })
  const transport = createHttpTransport({ now: Date.now })
  try {
    for (const document of documents) {
      await uploadSeed(stack.url, document)
      step()
    }
    const fixtures: Fixture[] = []
    for (const golden of cases) {
      const recording = createRecording(transport)
      const options = { transport: recording.transport, now: Date.now, baseUrl: stack.knowledgeUrl }
      const view = await showView(lookupContext(golden, categoryPolicy, options))
      fixtures.push(await fixtureOf(golden, categoryPolicy, recording.exchanges, [view, await askApi(stack, golden)]))
      step()
    }
    return fixtures
  } finally {
    transport.close()
    await stack.close()
  }
}

async function fixtureOf(
  golden: GoldenCase,
  categoryPolicy: Readonly<Record<string, string>>,
  exchanges: ReturnType<typeof createRecording>['exchanges'],
  views: readonly RagToolResult[],
): Promise<Fixture> {
  const unnamed = exchanges.map((exchange) => ({ attempt: '', ...exchange }))
  const { lookup, view } = await replayLookup(golden, categoryPolicy, unnamed)
  if (views.some((each) => !isDeepStrictEqual(each, view))) {
    throw new Error(`${golden.id}: the lookup is not the same over the API, in process and replayed`)
  }
  const { attempts } = lookup.retrievalTrace
  return {
    schemaVersion: 1,
    caseId: golden.id,
    engineResponses: exchanges.map((exchange, i) => ({ attempt: attempts[i]?.name ?? 'none', ...exchange })),
    lookupResult: asRecord(lookup),
    view: asRecord(view),
  }
}

/** The same question through the deployed door: gateway, handler, ledger. */
async function askApi({ url }: EvaluationStack, { id, query }: GoldenCase): Promise<RagToolResult> {
  const reply = await fetch(`${url}/api/runs/eval-${id}/tools/lookup_knowledge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool_call_id: id, query }),
  })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${id}: the API answered ${reply.status} ${text}`)
  return lookupAnswer.parse(JSON.parse(text)).result
}

const asRecord = (value: unknown) => z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(value)))
