// The model behind the optional dense stage, as the engine sees it.

/** An embedding scaled to length 1, so that the dot product of two is their cosine. */
export type Vector = Float32Array<ArrayBuffer>

export type Embedder = {
  /** Tells vectors apart that must not be compared: the model's name. */
  readonly model: string
  /**
   * One vector a text, in their order, all of one length.
   * @param budgetMs time for all of them
   * @throws ServiceError `E_EMBEDDING_UNAVAILABLE`
   */
  embed(texts: readonly string[], budgetMs: number): Promise<readonly Vector[]>
}

/** Null for numbers that have no direction: all zero, or too large or small to be scaled. */
export function unitVector(numbers: readonly number[]): Vector | null {
  const vector = new Float32Array(numbers)
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (!(length > 0) || !Number.isFinite(length)) return null
  return vector.map((value) => value / length)
}
