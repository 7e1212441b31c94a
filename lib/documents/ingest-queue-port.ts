import * as z from 'zod'
import { documentRefPattern } from './document-ref.ts'

/** "Look at this document." What is to be done stands in the document's record, so a message may come late, or twice. */
export const ingestMessage = z.object({
  document_ref: z.string().regex(documentRefPattern),
  /** The life of the document that the message was meant for: a document withdrawn and uploaded again has another one. */
  original_key: z.string(),
  round: z.int().nonnegative(),
})
export type IngestMessage = Readonly<z.infer<typeof ingestMessage>>

export type IngestQueue = {
  /**
   * Delivers `message` after about `delaySeconds` (at most 900), at least once.
   * @throws Fault `E_LEDGER_UNAVAILABLE`
   */
  send(message: IngestMessage, delaySeconds: number): Promise<void>
}

/** What SQS can hold a message back for. */
export const maxDelaySeconds = 900
