// The search tool over a real ledger in the embedded emulator, with an engine and a withdrawal list of the test's own.

import { searchToolEnvironment } from '../../../functions/search-tool/env.ts'
import { createLookup } from '../../../functions/search-tool/lookup.ts'
import type { LookupSettings } from '../../../functions/search-tool/lookup-ports.ts'
import { lookupSettingsOf } from '../../../functions/search-tool/lookup-settings.ts'
import { createRecord } from '../../../functions/search-tool/record.ts'
import { parseEvidenceKey } from '../../../lib/contract/ids.ts'
import type { KnowledgeHit } from '../../../lib/contract/knowledge-hit.ts'
import { readEnvironment } from '../../../lib/contract/settings.ts'
import type { KnowledgeAnswer, KnowledgeCall, KnowledgeQuery } from '../../../lib/knowledge/knowledge-search-port.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { openAudit } from '../../../lib/ledger/audit.ts'
import type { RecordContext } from '../../../lib/ledger/record-call.ts'
import { httpEvent, lambdaContext, replyOf } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { openTestLedger } from '../../lib/ledger/test-ledger.ts'

export function hit(evidenceKey: string, over: Partial<KnowledgeHit> = {}): KnowledgeHit {
  const parsed = parseEvidenceKey(evidenceKey)
  return {
    evidenceKey,
    docId: parsed?.docId ?? null,
    chunkIndex: parsed?.chunkIndex ?? null,
    content: `Text of ${evidenceKey}.`,
    rawScore: 0.9147,
    score: 0.9147,
    documentId: null,
    scoreLabel: 'RERANK',
    originalRank: 1,
    source: 'gateway-md',
    title: 'Gateway',
    breadcrumb: 'Gateway > Steps',
    ...over,
  }
}

export function answerOf(hits: readonly KnowledgeHit[], over: Partial<KnowledgeAnswer> = {}): KnowledgeAnswer {
  return {
    hits: hits.map((h, i) => ({ ...h, originalRank: i + 1 })),
    evidenceStatus: hits.length > 0 ? 'supported' : 'no_evidence',
    noEvidenceBasis: hits.length > 0 ? null : 'below_threshold',
    recallCount: 20,
    rerankModel: 'BAAI/bge-reranker-v2-m3',
    serviceRequestId: 'service-1',
    contractWarnings: [],
    ...over,
  }
}

type Search = (query: KnowledgeQuery, call: KnowledgeCall) => Promise<KnowledgeAnswer> | KnowledgeAnswer

/** @param settings as the environment would set them */
export function openSearchTool(
  endpoint: string,
  table: string,
  {
    settings = {},
    ledger: over = {},
  }: { settings?: Readonly<Record<string, string>>; ledger?: Partial<RecordContext> } = {},
) {
  const test = openTestLedger(endpoint, table, over)
  const { telemetry, lines, measured } = recordedTelemetry()
  const withdrawn = new Set<string>()
  const asked: { query: KnowledgeQuery; call: KnowledgeCall }[] = []
  const engine: { search: Search; withdrawnAmong: (docIds: readonly string[]) => Promise<ReadonlySet<string>> } = {
    search: () => answerOf([hit('d#chunk-1')]),
    withdrawnAmong: async (docIds) => new Set(docIds.filter((id) => withdrawn.has(id))),
  }
  const ports = {
    ledger: test.ledger,
    knowledge: {
      search: async (query: KnowledgeQuery, call: KnowledgeCall) => {
        asked.push({ query, call })
        return engine.search(query, call)
      },
    },
    withdrawals: { withdrawnAmong: (docIds: readonly string[]) => engine.withdrawnAmong(docIds) },
    now: () => test.clock.time,
    telemetry,
  }
  const env = readEnvironment(searchToolEnvironment, {
    PYRAG_BASE_URL: 'http://127.0.0.1:1',
    LEDGER_TABLE: table,
    DOCUMENTS_TABLE: 'documents',
    ...settings,
  })
  const lookupSettings: LookupSettings = lookupSettingsOf(env)
  const handler = createLambda({
    telemetry,
    operations: {
      lookupKnowledge: createLookup(ports, lookupSettings),
      recordToolInvocation: createRecord(ports, lookupSettings.evidence.projection),
    },
  })
  const post = (route: 'lookupKnowledge' | 'recordToolInvocation', body: unknown, principal: string, over = {}) =>
    replyOf(
      handler(
        httpEvent(route, {
          body,
          pathParameters: { run_id: test.runId },
          authorizer: { lambda: { principal } },
          ...over,
        }),
        lambdaContext(),
      ),
    )
  return {
    ...test,
    engine,
    withdrawn,
    /** Searches that reached the engine. */
    asked,
    lines,
    measured,
    lookup: (tool_call_id: unknown, query: unknown = 'why', principal = 'alice', over = {}) =>
      post('lookupKnowledge', { tool_call_id, query }, principal, over),
    record: (body: unknown, principal = 'alice') => post('recordToolInvocation', body, principal),
    direct: (input: Readonly<Record<string, unknown>>) =>
      handler({ caller: 'alice', run_id: test.runId, ...input }, lambdaContext()),
    /** Audits of the run as people read them. */
    audits: async () =>
      (await test.ledger.readRun(test.access())).calls
        .flatMap((call) => call.audits)
        .map((audit) => openAudit(audit) as Readonly<Record<string, unknown>>),
  }
}
