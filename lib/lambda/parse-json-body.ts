import { Fault } from '../contract/faults.ts'

const maxDepth = 100
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * `text` as a JSON value, safe to hand on: no prototype-named key, and not so deep that a recursive reader overflows.
 * @throws Fault `E_VALIDATION`
 */
export function parseJsonBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Fault('E_VALIDATION', { details: [{ path: '', message: 'must be valid JSON' }], cause })
  }
  const trouble = unsafeIn(value)
  if (trouble !== null) throw new Fault('E_VALIDATION', { details: [{ path: '', message: trouble }] })
  return value
}

/** What makes a JSON value unsafe to hand on; null when nothing does. Walks without recursion: the input chooses the depth. */
export function unsafeIn(root: unknown): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) return `must nest at most ${maxDepth} levels`
    const named = Array.isArray(value) ? undefined : Object.keys(value).find((key) => prototypeNames.has(key))
    if (named !== undefined) return `must not have a key named ${named}`
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 })
  }
  return null
}
