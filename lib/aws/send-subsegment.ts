// Calls to other services as part of X-Ray's trace. Its SDK, and the Powertools tracer on top of it, cost a cold start some 80 ms;
// the one document that is needed here is one datagram.
// https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { parseTraceHeader } from './trace-header.ts'

/** One request to another service. */
export type Subsegment = {
  readonly name: string
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly endedAt: number
  readonly method: string
  /** Without user, password and query. */
  readonly url: string
  /** Null when no whole reply came. */
  readonly status: number | null
  /** Few and short: traces are searched by them. */
  readonly annotations: Readonly<Record<string, string | number | boolean>>
}

type Address = { readonly host: string; readonly port: number }

/**
 * Gives the function that sends a subsegment to the daemon: never waits, never fails. Nothing is sent without a daemon, or for
 * a trace that is not sampled. The socket is opened by the first one that is.
 * @param daemonAddress Lambda's `AWS_XRAY_DAEMON_ADDRESS`, `host:port` or `tcp:host:port udp:host:port`
 */
export function createSubsegmentSender(
  daemonAddress: string | undefined,
): (traceHeader: string | undefined, subsegment: Subsegment) => void {
  const daemon = addressOf(daemonAddress)
  if (daemon === null) return () => {}
  let socket: Promise<Socket> | null = null
  return (traceHeader, subsegment) => {
    const trace = parseTraceHeader(traceHeader)
    if (trace === null) return
    const datagram = `{"format":"json","version":1}\n${JSON.stringify(documentOf(trace, subsegment))}`
    socket ??= openSocket()
    socket.then((open) => open.send(datagram, daemon.port, daemon.host, () => {})).catch(() => {})
  }
}

async function openSocket(): Promise<Socket> {
  const { createSocket } = await import('node:dgram')
  const socket = createSocket('udp4')
  // Nobody waits for it, and it keeps no process alive.
  socket.on('error', () => {})
  return socket.unref()
}

function addressOf(text = ''): Address | null {
  const parts = text.trim().split(/\s+/)
  const udp = parts.find((part) => part.startsWith('udp:'))?.slice('udp:'.length) ?? parts[0]
  const [, host, port] = /^([^:]+):(\d{1,5})$/.exec(udp ?? '') ?? []
  return host === undefined || port === undefined ? null : { host, port: Number(port) }
}

function documentOf({ root, parent }: { readonly root: string; readonly parent: string }, call: Subsegment) {
  const { status } = call
  return {
    type: 'subsegment',
    name: call.name,
    id: randomBytes(8).toString('hex'),
    trace_id: root,
    parent_id: parent,
    namespace: 'remote',
    start_time: call.startedAt / 1000,
    end_time: call.endedAt / 1000,
    http: { request: { method: call.method, url: call.url }, ...(status !== null && { response: { status } }) },
    ...(status !== null && status >= 400 && status <= 499 && { error: true }),
    ...(status === 429 && { throttle: true }),
    ...((status === null || status >= 500) && { fault: true }),
    annotations: call.annotations,
  }
}
