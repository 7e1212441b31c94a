// X-Ray's segment documents, as its developer guide has them: one datagram, a header line and JSON.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSubsegmentSender, type Subsegment } from '../../../lib/aws/send-subsegment.ts'
import { startDaemon } from './daemon.ts'

const root = '1-5759e988-bd862e3fe1be46a994272793'
const parent = '53995c3f42cd8ad8'
const header = `Root=${root};Parent=${parent};Sampled=1`
const call = (over: Partial<Subsegment> = {}): Subsegment => ({
  name: 'py-rag',
  startedAt: 1_700_000_000_250,
  endedAt: 1_700_000_000_750,
  method: 'POST',
  url: 'https://rag.example/api/v1/search',
  status: 200,
  annotations: { attempt: 1 },
  ...over,
})

let daemon: Awaited<ReturnType<typeof startDaemon>>
beforeEach(async () => {
  daemon = await startDaemon()
})
afterEach(() => daemon.stop())

async function sent(subsegment: Subsegment) {
  createSubsegmentSender(daemon.address)(header, subsegment)
  await expect.poll(() => daemon.datagrams.length, { timeout: 20_000 }).toBe(1)
  return daemon.documents()[0]
}

describe('a call to another service', () => {
  test('is one datagram: the header line, and a document that hangs under its parent', async () => {
    expect(await sent(call())).toEqual({
      type: 'subsegment',
      name: 'py-rag',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      trace_id: root,
      parent_id: parent,
      namespace: 'remote',
      start_time: 1_700_000_000.25,
      end_time: 1_700_000_000.75,
      http: { request: { method: 'POST', url: 'https://rag.example/api/v1/search' }, response: { status: 200 } },
      annotations: { attempt: 1 },
    })
    expect(daemon.datagrams[0]).toMatch(/^\{"format":"json","version":1\}\n\{/)
  })

  test.each([
    [200, {}],
    [302, {}],
    [400, { error: true }],
    [429, { error: true, throttle: true }],
    [499, { error: true }],
    [500, { fault: true }],
    [503, { fault: true }],
    [null, { fault: true }],
  ])('with status %s has the flags %j', async (status, flags) => {
    const { error, fault, throttle, http } = await sent(call({ status }))
    expect({ error, fault, throttle }).toEqual({ error: undefined, fault: undefined, throttle: undefined, ...flags })
    expect(http.response).toEqual(status === null ? undefined : { status })
  })

  test('has an id of its own each time', async () => {
    const send = createSubsegmentSender(`tcp:127.0.0.1:1 udp:${daemon.address}`)
    send(header, call())
    send(header, call())
    await expect.poll(() => daemon.datagrams.length, { timeout: 20_000 }).toBe(2)
    expect(new Set(daemon.documents().map(({ id }) => id)).size).toBe(2)
  })
})

describe('nothing is sent, and nothing fails', () => {
  test.each([undefined, '', `Root=${root};Parent=${parent};Sampled=0`])('under the header %s', async (untraced) => {
    const send = createSubsegmentSender(daemon.address)
    send(untraced, call({ name: 'untraced' }))
    // What comes after it shows that it was not sent.
    send(header, call())
    await expect.poll(() => daemon.datagrams.length, { timeout: 20_000 }).toBe(1)
    expect(daemon.documents()[0]).toMatchObject({ name: 'py-rag' })
  })

  test.each([
    undefined,
    '',
    'nonsense',
    'host:',
    ':2000',
    '127.0.0.1:1',
    'no-such-host.invalid:2000',
    '127.0.0.1:99999',
  ])('to the daemon at %s', (address) => {
    expect(() => createSubsegmentSender(address)(header, call())).not.toThrow()
  })
})
