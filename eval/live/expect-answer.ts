// What a check says when a promise is not kept.
import type { Answer } from './api-client.ts'

/** @throws Error `otherwise`, unless it holds */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

/** The body as JSON. @throws Error for a status that is not among the expected, with the start of its text */
export function json({ status, text }: Answer, ...expected: readonly number[]): unknown {
  if (!expected.includes(status)) throw new Error(`the status is ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
