import type { SearchToolEnvironment } from './env.ts'
import type { LookupSettings } from './lookup-ports.ts'

/**
 * The environment in the words of the pipeline.
 * @throws Error that names the variable when the two thresholds leave no room for REFERENCE
 */
export function lookupSettingsOf(env: SearchToolEnvironment): LookupSettings {
  if (env.PRECISE_THRESHOLD < env.REFERENCE_THRESHOLD) {
    throw new Error('Configuration is not valid: PRECISE_THRESHOLD must not be below REFERENCE_THRESHOLD')
  }
  return {
    mode: env.RETRIEVAL_MODE,
    topK: env.RETRIEVAL_TOP_K,
    kbScope: env.KB_SCOPE ?? null,
    categoryPolicy: env.CATEGORY_POLICY,
    evidence: {
      returnN: env.RETURN_N,
      maxChunksPerDocument: env.MAX_CHUNKS_PER_DOCUMENT,
      preciseThreshold: env.PRECISE_THRESHOLD,
      referenceThreshold: env.REFERENCE_THRESHOLD,
      contextCharBudget: env.CONTEXT_CHAR_BUDGET,
      locale: env.MESSAGE_LOCALE,
      projection: {
        maxItems: env.PROJECTION_MAX_ITEMS,
        maxExcerptChars: env.PROJECTION_MAX_EXCERPT_CHARS,
        maxQueryChars: env.PROJECTION_MAX_QUERY_CHARS,
        maxBytes: env.PROJECTION_MAX_BYTES,
      },
    },
  }
}
