// What the product asks of a knowledge service beside searching: documents in, rebuilds, health (spec 01).
import type { HealthReply, IngestReply, RebuildReply, TaskReply } from '../contract/knowledge-api.ts'
import type { KnowledgeCall } from './knowledge-search-port.ts'

export type IngestDocument = {
  /** As the uploader named it. */
  readonly filename: string
  readonly bytes: Uint8Array
  /** Null: nobody named one, so that the document itself may. */
  readonly category: string | null
  readonly kbScope: string | null
}

export type KnowledgeAdminPort = {
  /**
   * Repeating it is safe: the same bytes under the same name give the same id.
   * @throws Fault `E_REBUILD_IN_PROGRESS`; `E_PAYLOAD_TOO_LARGE` and `E_UNSUPPORTED_MEDIA_TYPE` as the service says them;
   * `E_INGEST_REJECTED` for any other refusal for good (4xx but 408, 409, 429), with `context.serviceCode`;
   * `E_KNOWLEDGE_UNAVAILABLE`, `E_KNOWLEDGE_TIMEOUT`, `E_KNOWLEDGE_BAD_RESPONSE`.
   */
  ingest(document: IngestDocument, call: KnowledgeCall): Promise<IngestReply>
  /** @throws Fault `E_REBUILD_IN_PROGRESS` and the transport's faults. */
  rebuild(call: KnowledgeCall): Promise<RebuildReply>
  /** @throws Fault `E_NOT_FOUND` for a task that the service does not know, and the transport's faults. */
  task(taskId: string, call: KnowledgeCall): Promise<TaskReply>
  /** @throws the transport's faults. */
  health(call: KnowledgeCall): Promise<HealthReply>
}
