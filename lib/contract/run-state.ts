import * as z from 'zod'

/** Where a run is. OPEN: lookups by API, no workflow. */
export const runState = z.enum(['OPEN', 'RUNNING', 'PUBLISHED', 'FALLBACK', 'FAILED'])
export type RunState = z.infer<typeof runState>
