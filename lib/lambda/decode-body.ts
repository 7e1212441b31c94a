import { Fault } from '../contract/faults.ts'

const invalid = (message: string, cause?: unknown) =>
  new Fault('E_VALIDATION', { details: [{ path: '', message }], cause })

/**
 * The bytes of an HTTP API body. API Gateway sends what is not text as base64; binary content that arrives as text has
 * already lost bytes (each became U+FFFD), so it is refused rather than stored spoilt.
 * @throws Fault `E_VALIDATION`
 */
export function decodeBody(body: string | undefined, isBase64Encoded: boolean): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if (!isBase64Encoded) {
    if (body.includes('\ufffd')) throw invalid('the body is binary but did not arrive as base64')
    return Buffer.from(body, 'utf8')
  }
  const bytes = Buffer.from(body, 'base64')
  // Buffer skips what is not base64; only a body that encodes back to itself was base64.
  if (bytes.toString('base64').replace(/=+$/, '') !== body.replace(/=+$/, ''))
    throw invalid('the body is not valid base64')
  return bytes
}

/** `bytes` as text. @throws Fault `E_VALIDATION` for invalid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalid('the body is not valid UTF-8', cause)
  }
}
