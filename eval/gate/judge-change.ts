import type { ObservedValue } from './case-result.ts'
import type { Verdict } from './diff.ts'
import type { Order } from './gate-rules.ts'

/** Floats closer than this are the same (spec 07, "Commands"). */
const tolerance = 1e-9

/** What a change from `before` to `after` is, by which of two values is better. */
export function judgeChange(before: ObservedValue, after: ObservedValue, better: Order): Verdict | 'same' {
  if (sameValue(before, after)) return 'same'
  if (better === 'neither') return 'neutral'
  return placeOf(after, better) < placeOf(before, better) ? 'improvement' : 'regression'
}

function sameValue(before: ObservedValue, after: ObservedValue): boolean {
  if (typeof before === 'number' && typeof after === 'number') return Math.abs(before - after) <= tolerance
  return before === after
}

/** The smaller, the better; what has no place in the order is worst. */
function placeOf(value: ObservedValue, better: Exclude<Order, 'neither'>): number {
  const worst = Number.POSITIVE_INFINITY
  if (typeof better !== 'string') {
    const at = typeof value === 'string' ? better.indexOf(value) : -1
    return at < 0 ? worst : at
  }
  const number = typeof value === 'boolean' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return worst
  return better === 'lower' ? number : -number
}
