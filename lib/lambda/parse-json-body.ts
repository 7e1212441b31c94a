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
  refuseUnsafe(value)
  return value
}

/** Walks without recursion: the input chooses the depth. */
function refuseUnsafe(root: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) {
      throw new Fault('E_VALIDATION', { details: [{ path: '', message: `must nest at most ${maxDepth} levels` }] })
    }
    for (const key of Array.isArray(value) ? [] : Object.keys(value)) {
      if (prototypeNames.has(key)) {
        throw new Fault('E_VALIDATION', { details: [{ path: '', message: `must not have a key named ${key}` }] })
      }
    }
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 })
  }
}
