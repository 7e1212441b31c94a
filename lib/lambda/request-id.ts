import { randomUUID } from 'node:crypto'
import { requestId } from '../contract/ids.ts'

/** The caller's request id if it is a valid one, else a new one. */
export function requestIdOf(given: unknown): string {
  return requestId.safeParse(given).data ?? randomUUID()
}
