import { Fault } from '../contract/faults.ts'
import { limits } from '../contract/limits.ts'
import { toFileName } from './file-name.ts'
import { type Part, readParts } from './read-parts.ts'

/** An upload form: text fields by name, and its one file, bytes untouched. */
export type UploadForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly file: { readonly filename: string; readonly bytes: Uint8Array }
}

/** A form field is a label, not a document. */
const maxFieldBytes = 65_536
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (path: string, message: string) => new Fault('E_VALIDATION', { details: [{ path, message }] })

/**
 * A multipart body as an upload form with exactly one file, in the part `file`. Fields that nobody asks for are the
 * caller's to ignore; a field that comes twice is refused rather than guessed at.
 * @throws Fault `E_UNSUPPORTED_MEDIA_TYPE` (no multipart), `E_VALIDATION`, `E_PAYLOAD_TOO_LARGE`
 */
export async function readMultipart(contentType: string | null, body: Uint8Array): Promise<UploadForm> {
  const parts = await readParts(body, boundaryOf(contentType))
  const files = parts.filter((part) => part.filename !== null)
  const [file, ...others] = files
  if (file === undefined) throw refuse('file', 'send the document as the part `file`, with a file name')
  if (others.length > 0) throw refuse('file', 'send one file a request')
  if (file.name !== 'file') throw refuse('file', `the file came as the part "${file.name}"; send it as \`file\``)
  return { fields: fieldsOf(parts), file: fileOf(file) }
}

function boundaryOf(contentType: string | null): string {
  const [, quoted, plain] =
    /^\s*multipart\/form-data\s*;(?:.*;)?\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/is.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary !== undefined && boundary.length <= 200) return boundary
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')) {
    throw refuse('', 'the content type multipart/form-data must name a boundary')
  }
  throw new Fault('E_UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data with the part `file`.' })
}

function fileOf({ filename, bytes, transferEncoding }: Part): UploadForm['file'] {
  if (!filename) throw refuse('file', 'no file was chosen: the part `file` has an empty file name')
  if (transferEncoding !== null && !['7bit', '8bit', 'binary'].includes(transferEncoding)) {
    throw refuse('file', 'send the bytes of the file as they are, without Content-Transfer-Encoding')
  }
  if (bytes.length === 0) throw refuse('file', 'the file is empty')
  if (bytes.length > limits.document.fileBytes) throw tooLarge()
  return { filename: toFileName(filename), bytes }
}

/** The refusal of a file over the limit of what the API carries (spec 05, "Large files"). */
export function tooLarge(): Fault {
  return new Fault('E_PAYLOAD_TOO_LARGE', {
    message: `A file may have ${limits.document.fileBytes} bytes here; for a larger one ask POST /api/documents/uploads for a presigned form.`,
  })
}

function fieldsOf(parts: readonly Part[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const { name, filename, bytes, contentType } of parts) {
    if (filename !== null) continue
    if (prototypeNames.has(name)) throw refuse(name, 'is not a name that a field may have')
    if (fields.has(name)) throw refuse(name, 'was sent twice')
    if (bytes.length > maxFieldBytes) throw refuse(name, `must be at most ${maxFieldBytes} bytes`)
    fields.set(name, textOf(name, bytes, contentType))
  }
  return Object.fromEntries(fields)
}

function textOf(name: string, bytes: Uint8Array, contentType: string | null): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '') ?? []
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw refuse(name, 'is not text in its charset; send UTF-8')
  }
}
