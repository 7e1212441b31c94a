// The scope keeps evaluation and production documents apart, in both directions (spec 07, "Assets").
import { afterAll, expect, test } from 'vitest'
import { type EvaluationStack, startEvaluationStack, uploadSeed } from '../../../eval/rag-retrieval/evaluation-stack.ts'
import { createPyRagSearch } from '../../../lib/knowledge/py-rag/py-rag-adapter.ts'
import { createPyRagClient } from '../../../lib/knowledge/py-rag/py-rag-client.ts'

const text = '# Pump\n\nTo bleed the cooling circuit, open the upper vent until water comes.\n'
const document = (filename: string, matter: string) => ({
  filename,
  bytes: new TextEncoder().encode(`---\nsource: ${filename}\nbreadcrumb: Cooling\n${matter}---\n\n${text}`),
  source: filename,
  category: null,
})

let stack: EvaluationStack | undefined
afterAll(() => stack?.close())

test('a lookup of the evaluation sees seed documents only, one of production everything else only', async () => {
  stack = await startEvaluationStack({})
  await uploadSeed(stack.url, document('seed.md', 'kb_scope: rag-eval\n'))
  await uploadSeed(stack.url, document('production.md', ''))
  const search = createPyRagSearch(
    createPyRagClient({
      baseUrl: stack.knowledgeUrl,
      limits: { connectMs: 5000, searchMs: 5000, ingestMs: 5000, defaultMs: 5000 },
      credential: async () => null,
      now: Date.now,
    }),
  )
  const sourcesIn = async (kbScope: string | null) => {
    const query = { query: 'bleed the cooling circuit', mode: 'hybrid', topK: 20, category: null, kbScope } as const
    const { hits } = await search.search(query, { requestId: 'scope', deadline: Date.now() + 10_000 })
    return hits.map(({ source }) => source)
  }
  expect(await sourcesIn('rag-eval')).toEqual(['seed.md'])
  expect(await sourcesIn(null)).toEqual(['production.md'])
}, 60_000)
