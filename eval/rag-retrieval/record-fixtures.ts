import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import { lookupAnswer } from '../../lib/contract/run.ts'
import { createHttpTransport } from '../../lib/knowledge/http-transport.ts'
import { type EvaluationStack, startEvaluationStack, uploadSeed } from './evaluation-stack.ts'
import type { Fixture, RecordedAnswer } from './fixture.ts'
import type { GoldenCase } from './golden-case.ts'
import { lookupContext, policyOf } from './lookup-context.ts'
import type { CaseSet } from './read-assets.ts'
import { createRecording } from './record-transport.ts'
import { replayLookup } from './replay-lookup.ts'
import type { SeedDocument } from './seed-documents.ts'
import { showView } from './show-view.ts'

/**
 * Asks each golden case of a fresh stack that holds the seed documents, replays the written answers of each contract case, and
 * gives what came of it, in the order of the cases.
 * @param written the answers of the contract cases, by id
 * @param onProgress is told the part that is done, 0 to 1
 * @throws Error when a document is not ingested, or a lookup is not the same over the API, in process and replayed
 */
export async function recordFixtures(
  { golden: cases, contract, categoryPolicy }: CaseSet,
  documents: readonly SeedDocument[],
  written: ReadonlyMap<string, readonly RecordedAnswer[]>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Fixture[]> {
  const steps = documents.length + cases.length
  let done = 0
  const step = () => onProgress(++done / steps)
  // A category that a case names is a policy of one keyword, its question; over the API, all cases share one policy.
  const own = cases.filter((each) => each.category !== undefined).map((each) => policyOf(each, {}))
  const stack = await startEvaluationStack({ ...Object.assign({}, ...own), ...categoryPolicy })
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
      const views = [view, await askApi(stack, golden)]
      fixtures.push(await fixtureOf(golden, categoryPolicy, recording.exchanges, views))
      step()
    }
    for (const each of contract) fixtures.push(await fixtureOf(each, categoryPolicy, written.get(each.id) ?? [], []))
    return fixtures
  } finally {
    transport.close()
    await stack.close()
  }
}

/** @param views what was shown by other ways than replaying: each must be the same */
async function fixtureOf(
  golden: GoldenCase,
  categoryPolicy: Readonly<Record<string, string>>,
  answers: readonly RecordedAnswer[],
  views: readonly RagToolResult[],
): Promise<Fixture> {
  const replayed = await replayLookup(golden, categoryPolicy, answers)
  if (views.some((each) => !isDeepStrictEqual(each, replayed.view))) {
    throw new Error(`${golden.id}: the lookup is not the same over the API, in process and replayed`)
  }
  const { attempts } = replayed.lookup.retrievalTrace
  return {
    schemaVersion: 1,
    caseId: golden.id,
    engineResponses: answers.map(({ serviceRequestId, latencyMs, body }, i) => {
      const [attempt, request] = [attempts[i]?.name, replayed.asked[i]]
      if (attempt === undefined || request === undefined)
        throw new Error(`${golden.id}: answer ${i + 1} is not asked for`)
      return { attempt, request, serviceRequestId, latencyMs, body }
    }),
    lookupResult: asRecord(replayed.lookup),
    view: asRecord(replayed.view),
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
