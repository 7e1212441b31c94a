// What a caller may send to `/api/v1/search`. Unknown fields are ignored; what the caller leaves out has the product's defaults.
import * as z from 'zod'
import { retrievalMode } from '../../../lib/contract/knowledge-api.ts'
import { limits } from '../../../lib/contract/limits.ts'
import { countChars } from '../../../lib/text/cut-text.ts'
import type { SearchQuestion } from './answer-search.ts'
import { ServiceError } from './service-error.ts'

/** More than this is answered with this many: what was found is then cut as for anybody who asked for so many. */
const mostHits = 200
const defaultHits = 20

const count = z
  .int()
  .min(1)
  .default(defaultHits)
  .transform((asked) => Math.min(asked, mostHits))
/** A blank label counts as left out; one that no document can have finds nothing. */
const label = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)

const searchBody = z.object({
  query: z
    .string()
    .refine((query) => query.trim() !== '', 'must not be blank')
    .refine(
      (query) => countChars(query) <= limits.query.maxChars,
      `must have at most ${limits.query.maxChars} characters`,
    ),
  mode: retrievalMode.default('hybrid'),
  retrieve_k: count,
  return_n: count,
  max_chunks_per_document: count,
  category: label,
  kb_scope: label,
})

/** @throws ServiceError `E_VALIDATION` that names each field that is wrong. */
export function readSearchBody(body: unknown): SearchQuestion {
  const parsed = searchBody.safeParse(body)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
  throw new ServiceError('E_VALIDATION', problems.join('; '))
}
