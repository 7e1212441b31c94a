import * as z from 'zod'

/**
 * What is known of one of the service's ids, times in epoch milliseconds. The service may give one id to several documents
 * (names of one slug, the same content): the id is held by each of them, and its text is evidence as long as one holds it.
 */
export type Mark = {
  /** When the id itself was withdrawn, whoever held it. */
  readonly withdrawn_at: number | null
  /** By hold (`holdOf`): when the newest upload that was ingested under this id was accepted. */
  readonly held: ReadonlyMap<string, number>
  /** By hold: when that document alone was withdrawn. */
  readonly let_go: ReadonlyMap<string, number>
}

export const nothingKnown: Mark = { withdrawn_at: null, held: new Map(), let_go: new Map() }

/** Attributes of a mark's item. */
export const withdrawnField = 'withdrawn_at'
export const heldField = (hold: string) => `${prefixes.held}${hold}`
export const letGoField = (hold: string) => `${prefixes.letGo}${hold}`
const prefixes = { held: 'held#', letGo: 'let_go#' }

/**
 * A mark as it is stored: each time in an attribute of its own that only ever grows, so that writes may arrive in any order,
 * any number of times, and never undo each other.
 */
export const markItem = z.lazy(() =>
  z
    .record(z.string(), z.unknown())
    .transform(({ pk: _, ...times }) => times)
    .pipe(z.record(z.string(), z.number()))
    .transform((times): Mark => {
      const under = (prefix: string) =>
        new Map(
          Object.entries(times).flatMap(([field, at]) =>
            field.startsWith(prefix) ? [[field.slice(prefix.length), at] as const] : [],
          ),
        )
      return {
        withdrawn_at: times[withdrawnField] ?? null,
        held: under(prefixes.held),
        let_go: under(prefixes.letGo),
      }
    }),
)

/**
 * The name under which a document holds an id: the ref of its name and content, which outlives a presigned ref. So a mark is
 * no longer than the list of names that its content ever had.
 */
export const holdOf = (document: { readonly document_ref: string; readonly content_ref: string | null }): string =>
  document.content_ref ?? document.document_ref

/** When `hold` was last withdrawn, alone or with its id; null: never. */
export function withdrawalOf({ withdrawn_at, let_go }: Mark, hold: string): number | null {
  const letGo = let_go.get(hold) ?? null
  if (withdrawn_at === null || letGo === null) return withdrawn_at ?? letGo
  return Math.max(withdrawn_at, letGo)
}

/** Whether the text of an id may be shown; null where nothing is known of the id. Only an upload accepted after a withdrawal lifts it (spec 05). */
export function isHeld(mark: Mark): boolean | null {
  if (mark.withdrawn_at === null && mark.held.size === 0 && mark.let_go.size === 0) return null
  return [...mark.held].some(
    ([hold, acceptedAt]) => acceptedAt > (withdrawalOf(mark, hold) ?? Number.NEGATIVE_INFINITY),
  )
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
