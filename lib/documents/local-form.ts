// What S3's policy does for a presigned form, for the local one: its bounds are fields that are signed, so that a form that was
// changed after it was given out is told.
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { metadataName } from './original-key.ts'
import type { OriginalDetails } from './originals-port.ts'

/** Where the local gateway takes forms, what they are signed with, and the bytes that each may bring at most. */
export type LocalForms = { readonly url: string; readonly key: string; readonly maxBytes: number }

/** What a form lets in: one file of 1 to `maxBytes` bytes under `key`, until `expiresAt` (epoch milliseconds). */
export type LocalForm = {
  readonly key: string
  readonly contentType: string
  readonly maxBytes: number
  readonly expiresAt: number
}

const writtenFields = z
  .object({
    key: z.string(),
    'Content-Type': z.string(),
    expires_at: z.iso.datetime().transform((text) => Date.parse(text)),
    max_bytes: z.coerce.number(),
  })
  .transform(({ key, 'Content-Type': contentType, expires_at: expiresAt, max_bytes: maxBytes }): LocalForm => {
    return { key, contentType, maxBytes, expiresAt }
  })

type Fields = Readonly<Record<string, string>>

/** The fields of a form, to be sent back as they are, with the file. */
export function writeLocalForm(form: LocalForm & OriginalDetails, signingKey: string): Fields {
  const fields = {
    key: form.key,
    'Content-Type': form.contentType,
    'x-amz-meta-filename': metadataName(form.filename),
    expires_at: new Date(form.expiresAt).toISOString(),
    max_bytes: String(form.maxBytes),
  }
  return { ...fields, signature: signatureOf(fields, signingKey) }
}

/**
 * What the form lets in whose fields were sent back; null when they are not those that were given out.
 *
 * @param fields without the file
 */
export function openLocalForm({ signature, ...fields }: Fields, signingKey: string): LocalForm | null {
  return signature === signatureOf(fields, signingKey) ? writtenFields.parse(fields) : null
}

function signatureOf(fields: Fields, signingKey: string): string {
  const signed = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', signingKey).update(JSON.stringify(signed)).digest('hex')
}
