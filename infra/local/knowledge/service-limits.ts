export type KnowledgeServiceLimits = {
  /** Bytes of one file. A text much larger than the default would hold the only thread of the service for too long. */
  readonly fileBytes: number
  /** Bytes of a JSON body. */
  readonly jsonBytes: number
}

export const defaultServiceLimits: KnowledgeServiceLimits = {
  fileBytes: 8_388_608,
  jsonBytes: 262_144,
}
