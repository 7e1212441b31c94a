import { afterAll, expect, test } from 'vitest'
import { createCallApi, json } from '../../../../eval/bench/cost/call-api.ts'
import { captureLines } from '../../../../eval/bench/cost/capture-lines.ts'
import { createTally } from '../../../../eval/bench/cost/counts.ts'
import { openMeasuredStack } from '../../../../eval/bench/cost/measured-stack.ts'
import { storedBytes } from '../../../../eval/bench/cost/stored-bytes.ts'

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const stack of opened.reverse()) await stack.close()
})

test('a lookup and a diagnosis are counted at every meter that they pass', async () => {
  const tally = createTally()
  const lines: string[] = []
  const capture = captureLines((line) => lines.push(line))
  opened.push({ close: async () => capture.stop() })
  const stack = await openMeasuredStack(tally)
  opened.push(stack)
  const call = createCallApi(stack.url, tally)

  await call('/api/runs/r1/tools/lookup_knowledge', json({ tool_call_id: 'c1', query: 'nothing is here yet' }))
  const lookup = tally.take()
  expect(lines.some((line) => line.includes('"event":"ANSWERED"'))).toBe(true)
  expect(lines.some((line) => line.startsWith('{"_aws":'))).toBe(true)
  expect(lookup).toMatchObject({ apiRequests: 1, knowledgeRequests: 1, 'invocations of search-tool': 1 })
  expect(lookup.writeUnits).toBeGreaterThanOrEqual(4)
  const stored = await storedBytes(stack, Date.now())
  expect(stored.ledgerDays).toBeCloseTo(1, 1)
  expect(stored.auditDays).toBeCloseTo(30, 1)
  expect(stored.auditBytes).toBeGreaterThan(100)
  expect(tally.take()).toEqual({})

  await call('/api/runs', json({ run_id: 'd1', question: 'What is here?' }))
  await stack.idle()
  const diagnosis = tally.take()
  expect(diagnosis).toMatchObject({ apiRequests: 1, executions: 1, events: 1, 'invocations of publish': 1 })
  const { 'invocations of agent-turn': turns = 0, 'invocations of search-tool': lookups = 0 } = diagnosis
  expect(turns).toBeGreaterThan(0)
  expect(diagnosis.knowledgeRequests ?? 0).toBe(lookups)
  // Begin, each turn with its choice, each lookup, and at least publish and announce at the end.
  expect(diagnosis.transitions).toBeGreaterThanOrEqual(1 + 2 * turns + lookups + 2)
}, 20_000)
