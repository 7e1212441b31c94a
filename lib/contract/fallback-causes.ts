/** Why a run ends without a published draft. Apart from the schemas, so that who counts or words causes builds none. */
export const fallbackCauses = [
  'MODEL_SILENT',
  'MODEL_UNAVAILABLE',
  /** Every search failed: what an honest draft then says is nothing, and that would read as "nothing found". */
  'KNOWLEDGE_UNAVAILABLE',
  'TURNS_EXHAUSTED',
  'REPAIRS_EXHAUSTED',
  'REPAIR_UNCHANGED',
  'TIMEOUT',
  'INTERNAL',
] as const
export type FallbackCause = (typeof fallbackCauses)[number]
