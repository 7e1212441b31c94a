import type { Mark } from './mark-item.ts'

/** What is known of the service's ids. Times are epoch milliseconds. Throws only Fault `E_LEDGER_UNAVAILABLE`. */
export type DocumentMarks = {
  read(docId: string): Promise<Mark | null>
  /** By id; ids of which nothing is known are not in the map. */
  readMany(docIds: readonly string[]): Promise<ReadonlyMap<string, Mark>>
  /** `docId` is that of a document whose upload was accepted at `acceptedAt`. Gives what is known now. @param hold `holdOf` it */
  accept(docId: string, hold: string, acceptedAt: number): Promise<Mark>
  /** This document holds the id no more, unless an upload of it accepted after `at` is ingested. Never expires. */
  letGo(docId: string, hold: string, at: number): Promise<void>
  /** The same for whatever holds the id, now or later. */
  withdraw(docId: string, at: number): Promise<void>
  /** The same for content whose id is not known: an ingest may have reached the service all the same. */
  withdrawContent(sha256: string, at: number): Promise<void>
}
