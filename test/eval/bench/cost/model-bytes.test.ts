import { describe, expect, test } from 'vitest'
import { modelBytes, tokenCost } from '../../../../eval/bench/cost/model-bytes.ts'
import type { ModelMessage, TurnItem } from '../../../../lib/contract/turn.ts'

const turnOf = (n: number, kind: TurnItem['kind'], messages: readonly ModelMessage[]): TurnItem => ({
  n,
  kind,
  model: 'extractive',
  messages: [...messages],
  stop: 'end',
  next: 'LOOKUPS',
  lookups: [],
  refused: [],
  fallback_cause: null,
  created_at: '2026-01-01T00:00:00.000Z',
})
const told = (chars: number): ModelMessage => ({ role: 'user', text: 'x'.repeat(chars) })
const said = (chars: number): ModelMessage => ({ role: 'assistant', text: 'y'.repeat(chars), tool_calls: [] })
const bytesOf = (...turns: TurnItem[]) => modelBytes('Why?', turns)

describe('what a model is sent', () => {
  test('is everything told so far, turn by turn, and what it said before', () => {
    const first = turnOf(1, 'search', [told(100), said(10)])
    const longer = turnOf(1, 'search', [told(1100), said(10)])
    const second = turnOf(2, 'search', [told(50), said(10)])
    // 1,000 more told in the first of two turns are sent twice.
    expect(bytesOf(longer, second).input - bytesOf(first, second).input).toBe(2000)
    expect(bytesOf(longer).input - bytesOf(first).input).toBe(1000)
    const talkative = turnOf(1, 'search', [told(100), said(310)])
    expect(bytesOf(talkative, second).input - bytesOf(first, second).input).toBe(300)
    expect(bytesOf(talkative).input).toBe(bytesOf(first).input)
  })

  test('is told apart from what it says', () => {
    const short = turnOf(1, 'search', [told(100), said(10)])
    expect(bytesOf(turnOf(1, 'search', [told(100), said(310)])).output - bytesOf(short).output).toBe(300)
    expect(bytesOf(turnOf(1, 'search', [told(900), said(10)])).output).toBe(bytesOf(short).output)
  })

  test('holds the lookup’s description only while lookups may be made', () => {
    const messages = [told(100), said(10)]
    expect(bytesOf(turnOf(1, 'submit', messages)).input).toBeLessThan(bytesOf(turnOf(1, 'search', messages)).input)
  })
})

test('tokens are a quarter of the bytes, prices are for a million of them', () => {
  // 10,000 x 3 + 1,000 x 15 = 45,000 / 1,000,000
  expect(tokenCost({ input: 40_000, output: 4000 }, 3, 15)).toBeCloseTo(0.045, 12)
})
