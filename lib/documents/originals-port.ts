/** What is kept beside the bytes, for people who look at the store. */
export type OriginalDetails = { readonly filename: string; readonly contentType: string }

export type PresignedForm = {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  /** Bytes of a file that it takes, at most. */
  readonly maxBytes: number
}

/** Documents as they were uploaded. Every method throws Fault `E_LEDGER_UNAVAILABLE` when the store cannot do its work. */
export type Originals = {
  /** Returns when the bytes are durable. A key always stands for the same bytes, so that storing again is safe. */
  store(key: string, bytes: Uint8Array, details: OriginalDetails): Promise<void>
  /** Null where there is nothing. `storedAt`: epoch milliseconds, never later than the storing was. */
  read(key: string): Promise<{ readonly bytes: Uint8Array; readonly storedAt: number } | null>
  /** Removing what is not there is no trouble. */
  remove(key: string): Promise<void>
  /**
   * A form that stores one file of 1 to `maxBytes` bytes (fewer where the store is for a service that takes fewer) and of that
   * content type under `key`, until `expiresAt`.
   */
  presign(
    key: string,
    details: OriginalDetails,
    bounds: { readonly maxBytes: number; readonly now: number; readonly expiresAt: number },
  ): Promise<PresignedForm>
  /** Resolves when the store answers. */
  probe(): Promise<void>
}
