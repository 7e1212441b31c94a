// Every number that the contract fixes and that is not configuration. Configuration defaults stand in `settings.ts`.

/** Bounds of what an agent may see of one tool call. Shared by every tool that projects (spec 02, "Project"). */
export type ToolProjectionLimits = {
  /** Items in `evidence`. */
  readonly maxItems: number
  /** Code points of one `excerpt`. */
  readonly maxExcerptChars: number
  /** Code points of `query`. */
  readonly maxQueryChars: number
  /** UTF-8 bytes of the whole JSON text. */
  readonly maxBytes: number
}

export const defaultProjectionLimits: ToolProjectionLimits = {
  maxItems: 8,
  maxExcerptChars: 1200,
  maxQueryChars: 500,
  maxBytes: 16_384,
}

/** Lengths are in characters (code points) unless a name says bytes. */
export const limits = {
  /** A document's id holds the slug of a whole file name, and the hash of its content. */
  id: { runChars: 80, toolCallChars: 128, requestChars: 128, documentRefChars: 300 },
  /** A lookup's query after trimming (spec 08). */
  query: { maxChars: 4000 },
  question: { maxChars: 4000 },
  /** The diagnosing model (spec 06): queries of its lookups, lookups of one turn, its draft as JSON. */
  diagnosis: { queryChars: 1000, lookupsPerTurn: 5, draftBytes: 65_536 },
  /** A diagnosis draft (spec 04). */
  draft: {
    analyses: 50,
    actions: 50,
    limitations: 50,
    idsPerList: 20,
    distinctToolCalls: 50,
    textChars: 8000,
    idChars: 256,
    bytes: 262_144,
  },
  /** A guard answer (spec 04): the violation list is cut here, `violations_total` never is. */
  verdict: { violations: 200, violationsBytes: 100_000 },
  /** Results of other tools (spec 03): what one recorded call may hand in, before projection. */
  recordedResult: { items: 200, excerptChars: 200_000, argsBytes: 65_536, idChars: 512, labelChars: 1000 },
  /**
   * The knowledge service (spec 01). `retrieved`: results that a knowledge base of Bedrock gives at most (API reference,
   * KnowledgeBaseVectorSearchConfiguration).
   */
  knowledge: { responseBytes: 4 * 1024 * 1024, evidenceKeyChars: 512, retrieved: 100 },
  /** The ledger (spec 03): an audit over this is cut, with a mark. */
  ledger: { auditBytes: 65_536 },
  /** A run as JSON (spec 08): over this the body is cut, with a mark. */
  run: { bodyBytes: 5_000_000 },
  /** Documents (spec 05). A file is bounded by what API Gateway and Lambda carry as base64. */
  document: {
    fileBytes: 4_500_000,
    presignedFileBytes: 104_857_600,
    filenameChars: 255,
    labelChars: 500,
    tags: 50,
    tagChars: 100,
    listDefault: 20,
    listMax: 100,
  },
  /** An HTTP body that API Gateway lets through (AWS quota: 10 MB). */
  http: { bodyBytes: 10_485_760 },
} as const
