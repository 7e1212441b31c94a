import type { DocumentRecord } from './document-record.ts'

export type ListedPage = {
  readonly documents: readonly DocumentRecord[]
  /** Where the next page begins: the list key of the last document here; null at the end. */
  readonly next: string | null
}

/**
 * Documents by ref. Every write is conditional on the version that it was made from and gives null (or false) when
 * somebody was faster; the caller then reads again and decides anew. Throws only Fault `E_LEDGER_UNAVAILABLE`.
 */
export type DocumentStore = {
  /** False when the ref is taken, by a document of another life (`original_key`) or by an alias of one. */
  create(document: DocumentRecord): Promise<boolean>
  /** Also through an alias. A REMOVED document is still given. */
  read(documentRef: string): Promise<DocumentRecord | null>
  save(document: DocumentRecord): Promise<DocumentRecord | null>
  erase(document: DocumentRecord): Promise<boolean>
  /** Makes `contentRef` an alias of `documentRef` unless it is taken; gives the ref that holds it now, null when that changed. */
  claim(contentRef: string, documentRef: string): Promise<string | null>
  /** Undoes a claim of `documentRef`, and no other's. */
  release(contentRef: string, documentRef: string): Promise<void>
  /** Puts an alias of `documentRef` in the place of `document`. */
  giveWay(document: DocumentRecord, documentRef: string): Promise<boolean>
  /** Newest first. @param after list key of the page before, null for the first page */
  list(limit: number, after: string | null): Promise<ListedPage>
  /** Refs of documents that are due by `now`, the longest due first. */
  due(now: number, limit: number): Promise<string[]>
}
