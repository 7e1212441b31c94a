// Framing of multipart/form-data by Dicer, the parser inside @fastify/busboy. Its form layer is left out: it decodes
// percent signs and backslashes of file names that browsers mean literally.
import { once } from 'node:events'
import { Dicer } from '@fastify/busboy'
import * as z from 'zod'
import { Fault } from '../contract/faults.ts'
import { parseDisposition } from './content-disposition.ts'

/** One part as it was sent. `filename` is null for a field. */
export type Part = {
  readonly name: string
  readonly filename: string | null
  readonly contentType: string | null
  readonly transferEncoding: string | null
  readonly bytes: Uint8Array
}

const partHeaders = z.record(z.string(), z.array(z.string()))
const maxParts = 100

const refuse = (message: string, cause?: unknown) =>
  new Fault('E_VALIDATION', { details: [{ path: '', message }], cause })

/**
 * The parts of a multipart body, in order. Parts that have no form name (RFC 7578 requires one) are skipped, as in any form, but
 * not behind a file: there they are what a line of its content cut off that reads like the boundary.
 * @throws Fault `E_VALIDATION` for a body that is cut off or malformed
 */
export async function readParts(body: Uint8Array, boundary: string): Promise<Part[]> {
  const raw: { headers: unknown; readonly chunks: Uint8Array[] }[] = []
  const parser = new Dicer({ boundary })
  parser.on('part', (stream) => {
    const part = { headers: {}, chunks: [] as Uint8Array[] }
    raw.push(part)
    stream.on('header', (headers) => {
      part.headers = headers
    })
    stream.on('data', (chunk) => part.chunks.push(Buffer.from(chunk)))
    // The parser reports the same trouble itself.
    stream.on('error', () => {})
  })
  const finished = once(parser, 'finish')
  parser.on('error', () => {})
  parser.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  try {
    await finished
  } catch (cause) {
    throw refuse('the multipart body is cut off or malformed', cause)
  }
  if (raw.length > maxParts) throw refuse(`the form has more than ${maxParts} parts`)
  const parts = raw.map(({ headers, chunks }) => openPart(partHeaders.parse(headers), chunks))
  const firstFile = parts.findIndex((part) => part !== null && part.filename !== null)
  if (firstFile !== -1 && parts.includes(null, firstFile)) {
    throw refuse(
      'a part behind the file has no name: the file may hold a line like the boundary; send it with another one',
    )
  }
  return parts.filter((part) => part !== null)
}

function openPart(headers: z.infer<typeof partHeaders>, chunks: readonly Uint8Array[]): Part | null {
  const disposition = parseDisposition(headers['content-disposition']?.[0] ?? '')
  if (disposition === null) return null
  return {
    ...disposition,
    contentType: headers['content-type']?.[0]?.trim() || null,
    transferEncoding: headers['content-transfer-encoding']?.[0]?.trim().toLowerCase() || null,
    bytes: Buffer.concat(chunks),
  }
}
