// The one way into every function: event in, use case, reply out. Faults are handled here and nowhere else.
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { Fault } from '../contract/faults.ts'
import { type RouteName, routeKeyOf, routes } from '../contract/routes.ts'
import type { Errand, Operation, QueueMessage, Task } from './call.ts'
import { correlating, correlationOf, idsOf } from './correlation.ts'
import { classifyEvent, type LambdaEvent } from './events.ts'
import { logFault } from './log-fault.ts'
import { openDirectCall, openHttpCall, openTask } from './open-call.ts'
import { replyWith, replyWithFault } from './reply.ts'
import type { Telemetry } from './telemetry.ts'

/** Kept back from a function's remaining time, so that the answer still gets out. */
const replyMarginMs = 300

export type LambdaOptions = {
  readonly telemetry: Telemetry
  /** By route. The first one is what a direct invocation without `operation` means. */
  readonly operations?: Partial<Record<RouteName, Operation>>
  /** By name, beside the routes: for direct invocations only. Without any operation, the first one needs no name. */
  readonly tasks?: Readonly<Record<string, Task>>
  /** Takes one message; a throw leaves that message, and only it, in the queue. */
  readonly onMessage?: (message: QueueMessage, errand: Errand) => Promise<void>
  readonly onSchedule?: (errand: Errand) => Promise<void>
}

/** Middy's own signal takes this one's place in each call. */
const neverAborted = new AbortController().signal

export type InvocationContext = Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> & {
  /** Lambda's `_X_AMZN_TRACE_ID`, of this invocation. */
  readonly traceHeader?: string | undefined
  /** What the invoker says beside the event; parsed where it is read. */
  readonly clientContext?: unknown
}
export type LambdaHandler = (event: unknown, context: InvocationContext) => Promise<unknown>

/**
 * A Lambda handler over use cases. HTTP events get a reply, faults included; a direct invocation gets the answer's body, or
 * an error whose `name` is the fault's code, so that a state machine can catch by code.
 */
export function createLambda(options: LambdaOptions): LambdaHandler {
  const { telemetry } = options
  const handler = middy()
    .use({
      before: (request) => {
        request.event = classifyEvent(request.event, request.context.clientContext)
        telemetry.correlate(idsOf(request.event as LambdaEvent))
      },
      onError: (request) => {
        const event = request.event as LambdaEvent
        const requestId = 'requestId' in event ? event.requestId : request.context.awsRequestId
        const fault = logFault(request.error, telemetry)
        const wantsReply = event.kind === 'http' || (event.kind === 'refused' && event.wantsReply)
        // Middy takes a set response as "handled"; without one it throws what `error` holds.
        if (wantsReply) request.response = replyWithFault(fault, requestId)
        else request.error = publicError(fault)
      },
    })
    .handler(async (event: unknown, context: Context) => {
      const started = Date.now()
      const { answer, ...told } = await dispatch(event as LambdaEvent, context, options)
      telemetry.log('ANSWERED', { ...told, duration_ms: Date.now() - started })
      return answer
    })
  return (event, context) =>
    telemetry.during({ requestId: context.awsRequestId, traceHeader: context.traceHeader }, () =>
      handler(event, context as Context, { signal: neverAborted }),
    )
}

/** An answer, and what the log says of it. */
type Answered = {
  readonly answer: unknown
  readonly operation: string
  readonly status?: number
  readonly messages?: number
  readonly failed?: number
}

type Arrived<K extends LambdaEvent['kind']> = Extract<LambdaEvent, { kind: K }>

async function dispatch(event: LambdaEvent, context: InvocationContext, options: LambdaOptions): Promise<Answered> {
  const deadline = Date.now() + context.getRemainingTimeInMillis() - replyMarginMs
  const errand = { requestId: context.awsRequestId, deadline }
  switch (event.kind) {
    case 'http':
      return answerHttp(event, deadline, options)
    case 'direct':
      return answerDirect(event, deadline, options)
    case 'queue':
      return drain(event.records, errand, options)
    case 'schedule':
      if (options.onSchedule === undefined) throw new Fault('E_VALIDATION', { message: 'No schedule here.' })
      return { answer: await options.onSchedule(errand), operation: 'schedule' }
    case 'refused':
      throw event.fault
  }
}

async function answerHttp(
  { event, requestId }: Arrived<'http'>,
  deadline: number,
  { operations = {}, telemetry }: LambdaOptions,
): Promise<Answered> {
  const name = namesOf(operations).find((n) => routeKeyOf(routes[n]) === event.routeKey)
  const operation = name === undefined ? undefined : operations[name]
  if (name === undefined || operation === undefined) throw new Fault('E_NOT_FOUND')
  const call = correlating(openHttpCall(event, requestId, deadline), telemetry)
  const result = await operation(call)
  const answer = replyWith(result, requestId)
  telemetry.correlate(correlationOf(result.body))
  return { answer, operation: name, status: answer.statusCode }
}

async function answerDirect(
  { event, requestId }: Arrived<'direct'>,
  deadline: number,
  { operations = {}, tasks = {}, telemetry }: LambdaOptions,
): Promise<Answered> {
  const names = [...namesOf(operations), ...Object.keys(tasks)]
  const name = names.find((n, i) => (event.operation === undefined ? i === 0 : n === event.operation))
  const route = namesOf(operations).find((n) => n === name)
  const operation = route === undefined ? undefined : operations[route]
  if (route !== undefined && operation !== undefined) {
    const { status, body } = await operation(openDirectCall(event, routes[route], requestId, deadline))
    telemetry.correlate(correlationOf(body))
    return { answer: body, operation: route, status }
  }
  const task = name === undefined ? undefined : tasks[name]
  if (name === undefined || task === undefined) {
    throw new Fault('E_VALIDATION', { details: [{ path: 'operation', message: 'is not one of this function' }] })
  }
  const { input, owner } = openTask(event)
  return { answer: await task(input, { owner, requestId, deadline }), operation: name }
}

async function drain(
  records: Arrived<'queue'>['records'],
  errand: Errand,
  { onMessage, telemetry }: LambdaOptions,
): Promise<Answered> {
  if (onMessage === undefined) throw new Fault('E_VALIDATION', { message: 'This function takes no messages.' })
  const batchItemFailures: { itemIdentifier: string }[] = []
  for (const { messageId, body, attributes } of records) {
    try {
      await onMessage({ messageId, body, receiveCount: attributes.ApproximateReceiveCount }, errand)
    } catch (error) {
      logFault(error, telemetry, { message_id: messageId })
      batchItemFailures.push({ itemIdentifier: messageId })
    }
  }
  const answer = { batchItemFailures }
  return { answer, operation: 'queue', messages: records.length, failed: batchItemFailures.length }
}

const namesOf = (operations: Partial<Record<RouteName, Operation>>) => Object.keys(operations) as RouteName[]

/** For a direct invocation: the code as the name, the safe message, and no stack, which Lambda would hand to the caller. */
function publicError(fault: Fault): Error {
  const details = fault.details?.map((d) => `${d.path || 'input'} ${d.message}`).join('; ')
  const error = new Error(details === undefined ? fault.message : `${fault.message} ${details}`)
  error.name = fault.code
  error.stack = `${fault.code}: ${error.message}`
  return error
}
