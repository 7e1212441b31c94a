// The multipart body of an ingest: one file and two labels.
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload } from './ingest-document.ts'
import { ServiceError } from './service-error.ts'

const maxNameChars = 1000
/** No less than the product lets a category have (`limits.document.labelChars`). */
const maxLabelChars = 1000

/**
 * Reads all parts; the file may come before or after the labels.
 * @throws ServiceError `E_VALIDATION` for a body that breaks off or is no multipart, a missing or second file, a missing name, or
 * a label that is too long. What the multipart reader refuses with a status of its own (413, 415) passes as it is.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  try {
    return await readParts(request)
  } catch (error) {
    const known = error instanceof ServiceError || (error instanceof Error && 'statusCode' in error)
    throw known ? error : new ServiceError('E_VALIDATION', 'The multipart body cannot be read.')
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  let file: { filename: string; bytes: Uint8Array } | null = null
  const labels = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') labels.set(part.fieldname, labelOf(part.fieldname, part.value))
    else {
      const bytes = await part.toBuffer()
      if (part.fieldname !== 'file') continue
      if (file !== null) throw new ServiceError('E_VALIDATION', 'Only one file can be sent at a time.')
      file = { filename: nameOf(part), bytes }
    }
  }
  if (file === null) throw new ServiceError('E_VALIDATION', 'The part "file" is missing.')
  const chosen = labels.get('category_is_default') !== 'true'
  return { ...file, category: (chosen && labels.get('category')) || null, kbScope: labels.get('kb_scope') || null }
}

/** A file name as browsers write it: only these three characters are escaped (spec 05); a line break in a name becomes a space. */
function nameOf(part: MultipartFile): string {
  const name =
    part.filename
      ?.replaceAll('%22', '"')
      .replace(/%0D|%0A/g, ' ')
      .trim() ?? ''
  if (name === '' || name.length > maxNameChars) throw new ServiceError('E_VALIDATION', 'The file has no usable name.')
  return name
}

function labelOf(field: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > maxLabelChars) throw new ServiceError('E_VALIDATION', `${field} is too long.`)
  return text
}
