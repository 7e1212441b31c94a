import { Fault } from '../../contract/faults.ts'

/**
 * `body` as JSON. The parser's own error is left out of the fault: it quotes the body. `context` goes to the fault.
 * @throws Fault `E_KNOWLEDGE_BAD_RESPONSE` for anything but well-formed UTF-8 that is JSON.
 */
export function decodeJson(body: Uint8Array, context: Readonly<Record<string, unknown>> = {}): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Fault('E_KNOWLEDGE_BAD_RESPONSE', {
      context: { ...context, failure: 'not-json', bytes: body.byteLength },
    })
  }
}
