// S3's part, locally: takes the form that a presigned upload was given, as it was given, keeps the file, and tells the ingest-proxy.
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { limits } from '../../lib/contract/limits.ts'
import { type ArrivalMessage, arrivalMessageOf } from '../../lib/documents/arrival-message.ts'
import { openLocalForm } from '../../lib/documents/local-form.ts'
import { refOfIncomingKey } from '../../lib/documents/original-key.ts'
import type { Originals } from '../../lib/documents/originals-port.ts'

/** Where the form is posted to. */
export const uploadPath = '/local/originals'

const postedForm = z.object({ file: z.instanceof(File) }).catchall(z.string())

const formOverheadBytes = 65_536

export type Arrivals = {
  readonly originals: Pick<Originals, 'store'>
  /** Whether the document of this ref waits for its file. */
  readonly isAwaited: (documentRef: string) => Promise<boolean>
  /** What the forms are signed with. */
  readonly formKey: string
  /** Told of each file that is stored, as EventBridge would: the body of a queue message. */
  readonly onArrival: (message: ArrivalMessage) => Promise<void>
}

/**
 * Adds the route to the gateway. Answers 204 like S3, and 400 or 403 where S3 would refuse, in the shape of its errors. Stricter
 * than S3 in one point: a file that would only be thrown away, since its document has one or is gone, is refused while its
 * sender can hear of it.
 */
export function addUploadRoute(app: FastifyInstance, { originals, isAwaited, formKey, onArrival }: Arrivals): void {
  const bodyLimit = limits.document.presignedFileBytes + formOverheadBytes
  app.post(uploadPath, { bodyLimit }, async (request, reply) => {
    const posted = postedForm.safeParse(await readForm(request.body, request.headers['content-type']))
    if (!posted.success) return refuse(reply, 400, 'MalformedPOSTRequest', 'The body is no form with one file.')
    const { file, ...fields } = posted.data
    const form = openLocalForm(fields, formKey)
    if (form === null) return refuse(reply, 403, 'AccessDenied', 'A field is not the one that was given out.')
    const { key, contentType, maxBytes, expiresAt } = form
    if (Date.now() > expiresAt) return refuse(reply, 403, 'AccessDenied', 'The form has expired.')
    const ref = refOfIncomingKey(key)
    if (ref === null || !(await isAwaited(ref))) return refuse(reply, 403, 'AccessDenied', 'The form has been used.')
    if (file.size === 0) return refuse(reply, 400, 'EntityTooSmall', 'The file is empty.')
    if (file.size > maxBytes) return refuse(reply, 400, 'EntityTooLarge', `The file has more than ${maxBytes} bytes.`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    await originals.store(key, bytes, { filename: file.name, contentType })
    await onArrival(arrivalMessageOf(key))
    return reply.code(204).send()
  })
}

/** @param message ours, with nothing in it that XML would have to escape */
function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return reply.code(status).type('application/xml').send(body)
}

async function readForm(body: unknown, contentType: string | undefined): Promise<unknown> {
  if (!Buffer.isBuffer(body)) return null
  try {
    const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } })
    return Object.fromEntries(await response.formData())
  } catch {
    return null
  }
}
