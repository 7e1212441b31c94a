import * as z from 'zod'

/**
 * What is known of one of the service's ids. Both times only ever grow, so that writes may arrive in any order and any number
 * of times: the later one of the two counts.
 */
export const markItem = z.object({
  pk: z.string(),
  document_ref: z.string().optional(),
  /** When the newest upload that was ingested under this id was accepted, in epoch milliseconds. */
  accepted_at: z.number().optional(),
  withdrawn_at: z.number().optional(),
})
export type MarkItem = Readonly<z.infer<typeof markItem>>

/** Only an upload accepted after the withdrawal lifts it (spec 05, "Withdrawal"). */
export function isWithdrawn({ accepted_at, withdrawn_at }: Pick<MarkItem, 'accepted_at' | 'withdrawn_at'>): boolean {
  return withdrawn_at !== undefined && (accepted_at === undefined || withdrawn_at >= accepted_at)
}

/**
 * The part of a service's id that tells its content: py-rag's ids end with the first 8 hex digits of the content's SHA-256
 * (spec 01, "Ingest"). Null for ids of another form.
 */
export function contentMarkOf(docId: string): string | null {
  return /-([0-9a-f]{8})$/.exec(docId)?.[1] ?? null
}

/** The same part, of content whose id is not known yet. */
export const contentMarkOfSha256 = (sha256: string): string => sha256.slice(0, 8)
