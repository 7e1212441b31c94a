// The Lambda event shapes that this product accepts, told apart once. Anything else is refused.
import * as z from 'zod'
import { Fault } from '../contract/faults.ts'
import { once } from '../contract/once.ts'
import { directEventOf, toolCallOf } from './agentcore-event.ts'
import { unsafeIn } from './parse-json-body.ts'
import { requestIdOf } from './request-id.ts'

// Each is built by the first event of its kind: most functions see one kind.
const httpEvent = once(() =>
  z.looseObject({
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
  }),
)
export type HttpEvent = z.infer<ReturnType<typeof httpEvent>>

export const queueEvent = once(() =>
  z.object({
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
  }),
)

const scheduleEvent = once(() =>
  z.looseObject({
    source: z.literal('aws.events'),
    'detail-type': z.literal('Scheduled Event'),
  }),
)

/** A direct invocation: the operation's path parameters and body fields, flat, and who asks. */
const directEvent = once(() =>
  z.looseObject({
    operation: z.string().optional(),
    /** The caller's identity; a state machine passes it on from its execution input. */
    caller: z
      .string()
      .min(1)
      .max(512)
      .refine((text) => text.isWellFormed()),
    request_id: z.string().optional(),
  }),
)
export type DirectEvent = z.infer<ReturnType<typeof directEvent>>

/** An accepted event, with the one id that its answer, log and audit share; or why it is none of ours. */
export type LambdaEvent =
  | { readonly kind: 'http'; readonly event: HttpEvent; readonly requestId: string }
  | { readonly kind: 'queue'; readonly records: z.infer<ReturnType<typeof queueEvent>>['Records'] }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'direct'; readonly event: DirectEvent; readonly requestId: string }
  | { readonly kind: 'refused'; readonly wantsReply: boolean; readonly fault: Fault }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refused = (message: string, path = '', wantsReply = false): LambdaEvent => ({
  kind: 'refused',
  wantsReply,
  fault: new Fault('E_VALIDATION', { details: [{ path, message }] }),
})

/**
 * Tells what arrived: a tool call by its client context, whatever its arguments look like; all else by its shape. The shape of
 * nothing that we accept is `refused`. Never throws.
 */
export function classifyEvent(raw: unknown, clientContext?: unknown): LambdaEvent {
  if (!isObject(raw)) return refused('the event must be an object')
  const toolCall = toolCallOf(clientContext)
  if (toolCall !== null) return classifyDirect(directEventOf(toolCall, raw))
  if ('requestContext' in raw || 'httpMethod' in raw) {
    const http = httpEvent().safeParse(raw)
    if (!http.success) return refused('HTTP events must have payload format 2.0', '', true)
    return { kind: 'http', event: http.data, requestId: requestIdOf(http.data.headers['x-request-id']) }
  }
  if ('Records' in raw) {
    const queue = queueEvent().safeParse(raw)
    if (!queue.success) return refused('record events must come from SQS')
    return { kind: 'queue', records: queue.data.Records }
  }
  if (scheduleEvent().safeParse(raw).success) return { kind: 'schedule' }
  return classifyDirect(raw)
}

function classifyDirect(raw: Readonly<Record<string, unknown>>): LambdaEvent {
  const trouble = unsafeIn(raw)
  if (trouble !== null) return refused(trouble)
  const direct = directEvent().safeParse(raw)
  if (!direct.success) return refused('must name who asks', 'caller')
  return { kind: 'direct', event: direct.data, requestId: requestIdOf(direct.data.request_id) }
}
