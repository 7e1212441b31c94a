// Large bodies (turns, reports) lie compressed in their items, which stay far below DynamoDB's 400 KB.
import { gunzipSync, gzipSync } from 'node:zlib'
import { Fault } from '../contract/faults.ts'

/** Compressed bytes of one body; what does not fit with its item's other attributes is refused. */
const maxBytes = 380_000

/** @throws Fault `E_INTERNAL` for a body that does not fit an item */
export function packJson(value: unknown): Uint8Array {
  const packed = gzipSync(JSON.stringify(value))
  if (packed.length > maxBytes) throw new Fault('E_INTERNAL', { context: { reason: 'item_too_large' } })
  return packed
}

/** The value that `packJson` packed. */
export function unpackJson(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) throw new Fault('E_INTERNAL', { context: { reason: 'body_is_not_packed' } })
  return JSON.parse(gunzipSync(body).toString('utf8'))
}
