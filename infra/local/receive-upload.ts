// S3's part, locally: takes the form that a presigned upload was given, keeps the file, and tells the ingest-proxy.
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { limits } from '../../lib/contract/limits.ts'
import { documentRefPattern } from '../../lib/documents/document-ref.ts'
import type { Originals } from '../../lib/documents/originals-port.ts'

/** Where the form is posted to. */
export const uploadPath = '/local/originals'

const form = z.object({
  key: z
    .string()
    .refine((key) => key.startsWith('incoming/') && documentRefPattern.test(key.slice('incoming/'.length))),
  'Content-Type': z.string(),
  'x-amz-meta-filename': z.string(),
  expires_at: z.iso.datetime().transform((text) => Date.parse(text)),
  max_bytes: z.coerce.number().int().positive().max(limits.document.presignedFileBytes),
  file: z.instanceof(File),
})

const formOverheadBytes = 65_536

export type Arrivals = {
  readonly originals: Pick<Originals, 'store'>
  /** Told of each file that is stored, as EventBridge would: the body of a queue message. */
  readonly onArrival: (message: unknown) => Promise<void>
}

/** Adds the route to the gateway. Answers 204 like S3, and 400 or 403 where S3 would refuse. */
export function addUploadRoute(app: FastifyInstance, { originals, onArrival }: Arrivals): void {
  const bodyLimit = limits.document.presignedFileBytes + formOverheadBytes
  app.post(uploadPath, { bodyLimit }, async (request, reply) => {
    const refuse = (status: number, message: string): FastifyReply => reply.code(status).send({ message })
    const fields = form.safeParse(await readForm(request.body, request.headers['content-type']))
    if (!fields.success) return refuse(400, 'The form is not the one that was given out.')
    const { key, file, expires_at, max_bytes } = fields.data
    if (Date.now() > expires_at) return refuse(403, 'The form has expired.')
    if (file.size === 0 || file.size > max_bytes) return refuse(400, `The file must have 1 to ${max_bytes} bytes.`)
    const details = { filename: file.name, contentType: fields.data['Content-Type'] }
    await originals.store(key, new Uint8Array(await file.arrayBuffer()), details)
    await onArrival({ source: 'aws.s3', 'detail-type': 'Object Created', detail: { object: { key } } })
    return reply.code(204).send()
  })
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
