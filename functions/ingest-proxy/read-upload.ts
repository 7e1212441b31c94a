import * as z from 'zod'
import { type DocumentMetadata, documentMetadata } from '../../lib/contract/document.ts'
import { Fault } from '../../lib/contract/faults.ts'
import { documentId } from '../../lib/contract/ids.ts'
import { parseInput } from '../../lib/contract/parse.ts'
import { documentTypeOf } from '../../lib/documents/document-type.ts'
import { readMultipart, tooLarge } from '../../lib/documents/read-multipart.ts'
import type { Call } from '../../lib/lambda/call.ts'
import { refuseUnknown } from './refuse-unknown.ts'

/** A form sends what was left blank as an empty text. */
const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const { category, fault_source, title, tags } = documentMetadata.shape

const formFields = z.object({
  category: z.preprocess(blankIsUnset, category),
  fault_source: z.preprocess(blankIsUnset, fault_source),
  title: z.preprocess(blankIsUnset, title),
  tags: z.preprocess((value) => (typeof value === 'string' ? splitTags(value) : value), tags),
  replaces: z.preprocess(blankIsUnset, documentId.optional()),
})

const splitTags = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

export type UploadRequest = {
  readonly filename: string
  readonly bytes: Uint8Array
  readonly metadata: DocumentMetadata
  readonly replaces: string | null
}

/**
 * An upload out of the call's multipart body.
 * @throws Fault `E_VALIDATION`, `E_PAYLOAD_TOO_LARGE`, `E_UNSUPPORTED_MEDIA_TYPE`
 */
export async function readUpload(call: Call): Promise<UploadRequest> {
  // What belongs into the form would not be looked for in the address.
  refuseUnknown(Object.keys(call.query), [])
  const { fields, file } = await readMultipart(call.contentType, bytesOf(call))
  documentTypeOf(file.filename)
  refuseUnknown(Object.keys(fields), Object.keys(formFields.shape))
  const { replaces, ...metadata } = parseInput(formFields, fields)
  return { ...file, metadata, replaces: replaces ?? null }
}

/** A body over every limit gets the same way out as a file over ours. */
function bytesOf(call: Call): Uint8Array {
  try {
    return call.bytes()
  } catch (error) {
    throw error instanceof Fault && error.code === 'E_PAYLOAD_TOO_LARGE' ? tooLarge() : error
  }
}
