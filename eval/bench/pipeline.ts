// What a lookup costs in CPU beyond handling its bytes at all: the whole pipeline, from the service's reply to the view,
// against JSON.parse + JSON.stringify of the same reply, in the same run. Prints a ratio; the goal is <= 2.0.
import { runEvidence } from '../../lib/evidence/run-evidence.ts'
import { mapReply } from '../../lib/knowledge/py-rag/map-reply.ts'
import { evaluationSettings } from '../rag-retrieval/evaluation-settings.ts'
import { medianRatio } from './median-ratio.ts'

const goal = 2.0
const settings = evaluationSettings().evidence

const texts = {
  English:
    'Check the upstream first: a gateway that times out after 60 s waits for a backend that is slow, gone or full. ',
  Chinese: '先检查上游服务：网关在 60 秒后超时，说明后端响应缓慢、已经下线，或者连接池已满。请查看日志与指标。',
}

/** A reply of 20 hits of about 1,000 characters each, as the service sends it. */
function replyText(text: string): string {
  const hits = Array.from({ length: 20 }, (_, i) => ({
    evidence_key: `gateway-timeout-md-${i >> 2}4223174#chunk-${i}`,
    document_id: `gateway-timeout-md-${i >> 2}4223174`,
    source: 'gateway-timeout-md',
    title: 'Gateway timeouts',
    breadcrumb: 'Gateway timeouts > Steps',
    excerpt: text.repeat(Math.ceil(1000 / text.length)).slice(0, 1000),
    quality_score: 0.95 - i / 50,
    relevance_level: 'PRECISE',
  }))
  return JSON.stringify({ query: 'q', mode: 'hybrid', hits, evidence_status: 'supported', retrieval_trace: {} })
}

async function lookUp(reply: string): Promise<unknown> {
  const answer = mapReply(JSON.parse(reply), null)
  return runEvidence(
    { query: 'how to debug a gateway timeout', toolCallId: 'c1', category: null },
    async () => ({
      hits: answer.hits,
      contractWarnings: answer.contractWarnings,
      trace: {
        mode: 'hybrid',
        durationMs: 1,
        serviceRequestId: null,
        evidenceStatus: answer.evidenceStatus,
        noEvidenceBasis: null,
        recallCount: null,
        rerankModel: null,
      },
    }),
    settings,
  )
}

console.log(`| reply | bytes | ratio to JSON.parse + JSON.stringify | goal |\n|---|---|---|---|`)
for (const [language, text] of Object.entries(texts)) {
  const reply = replyText(text)
  const ratio = await medianRatio(
    () => lookUp(reply),
    async () => JSON.stringify(JSON.parse(reply)),
  )
  console.log(`| 20 hits, ${language} | ${Buffer.byteLength(reply)} | ${ratio.toFixed(2)} | <= ${goal.toFixed(1)} |`)
}
