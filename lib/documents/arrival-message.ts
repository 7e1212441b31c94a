import * as z from 'zod'
import { refOfIncomingKey } from './original-key.ts'

/** What EventBridge says of a file that arrived by a presigned form: in, its message; out, the ref of the file's document. */
export const arrivalMessage = z
  .object({
    source: z.literal('aws.s3'),
    'detail-type': z.literal('Object Created'),
    detail: z.object({ object: z.object({ key: z.string() }) }),
  })
  .transform(({ detail }, context) => {
    const ref = refOfIncomingKey(detail.object.key)
    if (ref === null) context.addIssue({ code: 'custom', message: 'is no key of an arriving file' })
    return ref ?? z.NEVER
  })

export type ArrivalMessage = Readonly<z.input<typeof arrivalMessage>>

/** The same, said where there is no EventBridge. */
export function arrivalMessageOf(key: string): ArrivalMessage {
  return { source: 'aws.s3', 'detail-type': 'Object Created', detail: { object: { key } } }
}
