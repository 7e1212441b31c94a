// Everything that one lookup of a case needs, whatever it asks: a recorded engine or a real one.
import type { LookupSettings } from '../../functions/search-tool/lookup-ports.ts'
import type { HttpTransport } from '../../lib/knowledge/http-transport.ts'
import type { KnowledgeCall, KnowledgeSearchPort } from '../../lib/knowledge/knowledge-search-port.ts'
import { createPyRagSearch } from '../../lib/knowledge/py-rag/py-rag-adapter.ts'
import { createPyRagClient } from '../../lib/knowledge/py-rag/py-rag-client.ts'
import { evaluationSettings } from './evaluation-settings.ts'
import type { GoldenCase } from './golden-case.ts'

export type LookupContext = {
  readonly golden: GoldenCase
  readonly settings: LookupSettings
  readonly knowledge: KnowledgeSearchPort
  readonly call: KnowledgeCall
}

/** A lookup may take this long, in ms. */
const lookupMs = 30_000

/**
 * The real adapter and the real client over `transport`. A category that the case names is asked for as a policy would, whose only
 * keyword is the whole question.
 * @param now epoch ms; what is replayed has a clock that stands still
 */
export function lookupContext(
  golden: GoldenCase,
  categoryPolicy: Readonly<Record<string, string>>,
  {
    transport,
    now,
    baseUrl,
  }: { readonly transport: HttpTransport; readonly now: () => number; readonly baseUrl: string },
): LookupContext {
  const limitMs = { connectMs: lookupMs, searchMs: lookupMs, ingestMs: lookupMs, defaultMs: lookupMs }
  const client = createPyRagClient({ baseUrl, limits: limitMs, credential: async () => null, now, transport })
  return {
    golden,
    settings: { ...evaluationSettings(), categoryPolicy: policyOf(golden, categoryPolicy) },
    knowledge: createPyRagSearch(client),
    call: { requestId: `eval-${golden.id}`, deadline: now() + lookupMs },
  }
}

/** The category policy under which a case is asked. */
export function policyOf(
  { query, category }: GoldenCase,
  categoryPolicy: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return category === undefined ? categoryPolicy : { [query]: category }
}
