import type { SearchRequest } from '../../lib/contract/knowledge-api.ts'
import type { LookupResult } from '../../lib/contract/lookup-result.ts'
import type { RagToolResult } from '../../lib/contract/rag-tool-result.ts'
import type { RecordedAnswer } from './fixture.ts'
import type { GoldenCase } from './golden-case.ts'
import { lookupContext } from './lookup-context.ts'
import { createReplay, type Replay } from './replay-transport.ts'
import { runPipeline } from './run-pipeline.ts'
import { showView } from './show-view.ts'

export type ReplayedLookup = {
  readonly lookup: LookupResult
  readonly view: RagToolResult
  /** What the pipeline asked the engine for. */
  readonly asked: readonly SearchRequest[]
}

/**
 * A case's lookup over recorded answers: the search tool's use case for the view, its stations for what lies behind it.
 * @throws the Fault that the lookup fails with
 */
export async function replayLookup(
  golden: GoldenCase,
  categoryPolicy: Readonly<Record<string, string>>,
  responses: readonly RecordedAnswer[],
): Promise<ReplayedLookup> {
  const over = ({ transport }: Replay) =>
    lookupContext(golden, categoryPolicy, { transport, now: () => 0, baseUrl: 'http://127.0.0.1' })
  const replay = createReplay(responses)
  const view = await showView(over(replay))
  const { lookup } = await runPipeline(over(createReplay(responses)))
  return { lookup, view, asked: replay.asked }
}
