// What S3's policy does for a presigned form, for the local one: a form that was changed after it was given out is told.
import { createHmac } from 'node:crypto'

/** The field that holds it. */
export const signatureField = 'signature'

/** @param fields of the form; the signature itself and the file are no part of it */
export function signFields(fields: Readonly<Record<string, string>>, key: string): string {
  const signed = Object.entries(fields)
    .filter(([name]) => name !== signatureField)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key).update(JSON.stringify(signed)).digest('hex')
}
