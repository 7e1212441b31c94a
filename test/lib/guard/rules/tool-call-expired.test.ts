import { expect, test } from 'vitest'
import { draft, failed, found, item, judge, ledger, normal, now, reported } from '../builders.ts'

const value = draft({ analysis: [normal()] })
const expiringAt = (expires_at: number) => ledger([found('c1', [item('d#chunk-1')], { expires_at })])

test('reports a record from the second in which it expires', () => {
  const seconds = now / 1000
  expect(reported(judge(value, expiringAt(seconds)))).toEqual(['TOOL_CALL_EXPIRED /analysis/0/tool_call_ids/0'])
  expect(reported(judge(value, expiringAt(seconds - 1)))).toHaveLength(1)
})

test('reports a record that failed or was changed as expired only, once its time has passed', () => {
  const expires_at = now / 1000 - 1
  expect(reported(judge(value, ledger([failed('c1', { expires_at })])))).toEqual([
    'TOOL_CALL_EXPIRED /analysis/0/tool_call_ids/0',
  ])
  const changed = found('c1', [item('d#chunk-1')], { expires_at, projection_sha256: '' })
  expect(reported(judge(value, ledger([changed])))).toEqual(['TOOL_CALL_EXPIRED /analysis/0/tool_call_ids/0'])
})

test('reports a record whose expiry is not a number', () => {
  expect(reported(judge(value, expiringAt(Number.NaN)))).toEqual(['TOOL_CALL_EXPIRED /analysis/0/tool_call_ids/0'])
})

test('stays silent a moment before', () => {
  expect(judge(value, expiringAt(now / 1000 + 1)).verdict).toBe('PASS')
  expect(judge(value, expiringAt(now / 1000), { now: now - 1 }).verdict).toBe('PASS')
})
