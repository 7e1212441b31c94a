// The Lambda event shapes that this product accepts, told apart once. Anything else is refused.
import * as z from 'zod'
import { Fault } from '../contract/faults.ts'

export const httpEvent = z.looseObject({
  version: z.literal('2.0'),
  routeKey: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  pathParameters: z.record(z.string(), z.string()).default({}),
  queryStringParameters: z.record(z.string(), z.string()).default({}),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.looseObject({
    http: z.looseObject({ method: z.string(), path: z.string() }),
    authorizer: z.unknown().optional(),
  }),
})
export type HttpEvent = z.infer<typeof httpEvent>

export const queueEvent = z.object({
  Records: z
    .array(
      z.looseObject({
        eventSource: z.literal('aws:sqs'),
        messageId: z.string(),
        body: z.string(),
        attributes: z.looseObject({ ApproximateReceiveCount: z.coerce.number().int().positive() }),
      }),
    )
    .min(1),
})

export const scheduleEvent = z.looseObject({
  source: z.literal('aws.events'),
  'detail-type': z.literal('Scheduled Event'),
})

/** A direct invocation: the operation's path parameters and body fields, flat, and who asks. */
export const directEvent = z.looseObject({
  operation: z.string().optional(),
  /** The caller's identity; a state machine passes it on from its execution input. */
  caller: z.string().min(1).max(512),
  request_id: z.string().optional(),
})
export type DirectEvent = z.infer<typeof directEvent>

export type LambdaEvent =
  | { readonly kind: 'http'; readonly event: HttpEvent }
  | { readonly kind: 'queue'; readonly records: z.infer<typeof queueEvent>['Records'] }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'direct'; readonly event: DirectEvent }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Fault `E_VALIDATION` for a shape that is none of ours. */
export function classifyEvent(raw: unknown): LambdaEvent {
  const refuse = (message: string) => new Fault('E_VALIDATION', { details: [{ path: '', message }] })
  if (!isObject(raw)) throw refuse('the event must be an object')
  if ('requestContext' in raw || 'httpMethod' in raw) {
    const http = httpEvent.safeParse(raw)
    if (!http.success) throw refuse('HTTP events must have payload format 2.0')
    return { kind: 'http', event: http.data }
  }
  if ('Records' in raw) {
    const queue = queueEvent.safeParse(raw)
    if (!queue.success) throw refuse('record events must come from SQS')
    return { kind: 'queue', records: queue.data.Records }
  }
  if (scheduleEvent.safeParse(raw).success) return { kind: 'schedule' }
  const direct = directEvent.safeParse(raw)
  if (!direct.success) throw new Fault('E_VALIDATION', { details: [{ path: 'caller', message: 'must name who asks' }] })
  return { kind: 'direct', event: direct.data }
}
