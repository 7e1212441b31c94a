// Random runs against a model of spec 03, and random batches at once against what must hold whatever comes between.
import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { ragToolResult } from '../../../lib/contract/rag-tool-result.ts'
import type { RecordedCall } from '../../../lib/ledger/record-call.ts'
import { createRunModel, type ModelCall, type Outcome, type Told } from './run-model.ts'
import { failed, found, makeTable, openTestLedger, ttlSeconds } from './test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

const limits = { budget: 4, noGainLimit: 2 }
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant('fails' as const),
  fc.subarray(['a', 'b', 'c', 'd', 'e']),
  fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }),
)
const modelCall: fc.Arbitrary<ModelCall> = fc.record({
  id: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6'),
  args: fc.oneof({ weight: 4, arbitrary: fc.constant('x') }, { weight: 1, arbitrary: fc.constant('y') }),
  outcome,
})
/** Seconds that pass: mostly few, at times most of a run's life. */
const pause = fc.oneof(
  { weight: 5, arbitrary: fc.nat(100) },
  { weight: 1, arbitrary: fc.integer({ min: ttlSeconds - 300, max: ttlSeconds + 300 }) },
)

const produced = ({ id, outcome: o }: ModelCall) => (o === 'fails' ? failed() : found(id, o))

function keysOf({ record }: RecordedCall): Outcome {
  if (record.projection === null) return 'fails'
  return ragToolResult.parse(JSON.parse(record.projection)).evidence.map((item) => item.document_id)
}

function toldBy(answer: RecordedCall): Told {
  const { harness } = answer
  return {
    shown: keysOf(answer),
    replayed: harness.replayed,
    gain: harness.new_evidence_count,
    streak: harness.no_gain_streak,
    used: harness.tool_calls_used,
    stop: harness.stop_reason,
  }
}

const refusedWith = (error: unknown) => {
  if (error instanceof Fault) return { refused: error.code }
  throw error
}

test('a run whose calls come one after the other does what the model says, answer by answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(modelCall, pause), { minLength: 3, maxLength: 12 }), async (steps) => {
      const { call, clock } = openTestLedger(endpoint, table, { limits })
      const model = createRunModel(limits.budget, limits.noGainLimit, ttlSeconds)
      for (const [step, seconds] of steps) {
        clock.time += seconds * 1000
        const expected = model(step, clock.time / 1000)
        const told = await call(step.id, produced(step), { args: step.args }).then(toldBy, refusedWith)
        expect(told).toEqual(expected)
      }
    }),
    { numRuns: 20 },
  )
}, 60_000)

test('calls at once, under any ids and with any outcomes, keep one truth an id, the budget and the sum of gains', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(modelCall, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      async (batches) => {
        const { call, ledger, access } = openTestLedger(endpoint, table, { limits })
        const answers: RecordedCall[] = []
        let stopped = false
        for (const batch of batches) {
          const wasStopped = stopped
          const outcomes = await Promise.allSettled(
            batch.map((step) => call(step.id, produced(step), { args: step.args })),
          )
          for (const o of outcomes) {
            if (o.status === 'rejected') expect(['E_TOOL_CALL_CONFLICT', 'E_STOP_REQUIRED']).toContain(o.reason.code)
            else {
              answers.push(o.value)
              expect(o.value.harness.tool_calls_used).toBeLessThanOrEqual(limits.budget)
              if (wasStopped) expect(o.value.harness.stop_required).toBe(true)
              stopped ||= o.value.harness.stop_required
            }
          }
        }
        const { run, calls, harness } = await ledger.readRun(access())
        expect(run?.log.length).toBeLessThanOrEqual(limits.budget)
        expect(new Set(run?.log.map((entry) => entry.tool_call_id)).size).toBe(run?.log.length)
        for (const { toolCallId, record, entry } of calls) {
          expect(entry?.fill?.projection_sha256).toBe(record?.projection_sha256)
          const shown = answers.filter((a) => a.record.tool_call_id === toolCallId && a.record.status === 'READY')
          for (const answer of shown) expect(answer.record.projection).toBe(record?.projection)
        }
        const replays = await Promise.all(
          calls.flatMap(({ toolCallId, record, entry }) =>
            record?.status === 'READY' && entry !== null
              ? [
                  ledger.record(
                    { ...access(), toolCallId, tool: entry.tool, argsDigest: entry.args_digest, origin: 'searched' },
                    async () => failed(),
                  ),
                ]
              : [],
          ),
        )
        const gains = replays.reduce((sum, r) => sum + r.harness.new_evidence_count, 0)
        expect(gains).toBe(new Set(replays.flatMap((r) => keysOf(r))).size)
        expect(harness.stop_required).toBe(stopped || harness.tool_calls_used >= limits.budget)
      },
    ),
    { numRuns: 20 },
  )
}, 60_000)
