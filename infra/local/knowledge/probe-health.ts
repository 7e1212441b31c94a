// The three probes that callers know from the real service, answered by what stands in for each part here.
import type { HealthReply } from '../../../lib/contract/knowledge-api.ts'
import { unitsOf } from './ranking/analyse-text.ts'
import { scoreChunk, weighQuery } from './ranking/score-chunk.ts'

const sample = 'gateway timeout 网关超时'
const vocabulary = { documentsWith: () => 1, similarTo: () => null }

/**
 * `milvus`: the folder of documents can be written and the index answers; `embedding`: text is analysed, and the model of the
 * dense stage answers; `rerank`: a score is computed. Each is really done, and timed.
 */
export async function probeHealth(parts: {
  readonly storage: () => Promise<void>
  readonly index: () => number
  /** Asks the model; null when there is none. */
  readonly model: (() => Promise<unknown>) | null
}): Promise<HealthReply> {
  const probes = {
    milvus: await timed(async () => {
      await parts.storage()
      return parts.index() >= 0
    }),
    embedding: await timed(async () => {
      await parts.model?.()
      return unitsOf(sample).length > 0
    }),
    rerank: await timed(async () => {
      const query = weighQuery(sample, vocabulary)
      return scoreChunk(query, { count: () => 1, length: 1 }, { has: () => false, heading: [], chunkCount: 1 }) > 0
    }),
  }
  const bad = Object.values(probes).filter((probe) => !probe.ok).length
  return { status: bad === 0 ? 'ok' : bad === 3 ? 'down' : 'degraded', probes }
}

async function timed(check: () => Promise<boolean>): Promise<{ ok: boolean; latency_ms: number }> {
  const started = performance.now()
  const ok = await check().catch(() => false)
  return { ok, latency_ms: Math.round((performance.now() - started) * 100) / 100 }
}
