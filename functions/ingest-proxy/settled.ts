import type { Fault } from '../../lib/contract/faults.ts'
import type { DocumentRecord } from '../../lib/documents/document-record.ts'

/** What came of one attempt. `gone`: the document was withdrawn while the service was at work. */
export type Settled =
  | { readonly outcome: 'ingested' | 'pending'; readonly record: DocumentRecord }
  | { readonly outcome: 'failed'; readonly record: DocumentRecord; readonly refusal: Fault | null }
  | { readonly outcome: 'gone' }
