// A stack that was killed takes its executions up from the start (spec 06: every task is idempotent). What the model was told
// before stays what the ledger says after.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../../eval/diagnosis/world/open-world.ts'
import type { Find } from '../../../eval/diagnosis/world/scripted-knowledge.ts'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import type { FunctionName } from '../../../lib/contract/routes.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { openTestLedger } from '../../lib/ledger/test-ledger.ts'
import { errorsOf, honestDraft, lookUp, submit } from './script.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const steps = 'Check the upstream first. The gateway gives up after 60 s when the backend is slow.'

let world: World | undefined
let folder = ''
afterEach(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Diagnoses, kills the stack when the execution asks for `killAt`, and lets the next stack take it up. */
async function diagnoseTwice(killAt: FunctionName, options: Parameters<typeof openWorld>[1]) {
  world = await openWorld(endpoint, options)
  const { invoke } = world
  folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
  const { context, access, runId } = openTestLedger(endpoint, world.ledgerTable, { now: Date.now })
  const runs = createDiagnosisLedger(context)
  await runs.open(access(), 'Why does the gateway time out?', 900)
  const reached = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<never>()
  const stack = { folder, onError: () => {}, retryPauseMs: 1 }
  const first = startWorkflow({
    ...stack,
    invoke: (name, event) => {
      if (name !== killAt) return invoke(name, event)
      reached.resolve()
      return killed.promise
    },
  })
  first.start({ run_id: runId, caller: 'alice' })
  await reached.promise
  await first.close()
  const before = await runs.read(access())
  const second = startWorkflow({ ...stack, invoke })
  await second.idle()
  await second.close()
  return { before, after: await runs.read(access()), heard: world.heard }
}

describe('a diagnosis that is taken up after a kill', () => {
  /** The knowledge service refuses the first search, and would find nothing, or something, in the next. */
  const failingOnce = (later: ReturnType<Find>) => {
    const searches: string[] = []
    const find: Find = (query) => {
      searches.push(query)
      return searches.length === 1 ? { status: 400 } : later
    }
    return { find, searches }
  }

  test('never makes a failed call succeed behind the model’s back: what cites it as "nothing found" is not published', async () => {
    const { find, searches } = failingOnce([])
    const { before, after, heard } = await diagnoseTwice('evidence-guard', {
      model: (turn, request) => {
        if (turn === 1) return lookUp('gateway')
        const [failed] = errorsOf(request)
        return submit({
          analysis: [
            {
              id: 'a1',
              kind: 'NEGATIVE_OBSERVATION',
              text: 'Nothing was found about the gateway.',
              tool_call_ids: [failed?.tool_call_id ?? 'none'],
              document_ids: [],
              quotes: [],
            },
          ],
          conclusion: null,
          action_plan: [],
          limitations: ['One lookup.'],
        })
      },
      find,
    })
    expect(before.calls.map((c) => c.status)).toEqual(['FAILED'])
    expect(heard[1] && errorsOf(heard[1])).toHaveLength(1)
    expect(after.calls).toEqual(before.calls)
    expect(searches).toHaveLength(1)
    expect(after.state).toBe('FALLBACK')
    expect(after.report?.violations.map((v) => v.code)).toContain('TOOL_CALL_NOT_READY')
    expect(after.turns.slice(0, 2)).toEqual(before.turns)
  })

  test('shows as evidence only what the model was shown', async () => {
    const { find, searches } = failingOnce([{ key: 'gateway-md-11111111#chunk-1', text: steps }])
    const { before, after } = await diagnoseTwice('evidence-guard', {
      model: (turn) => (turn === 1 ? lookUp('gateway') : submit({ analysis: [] })),
      find,
    })
    expect(searches).toHaveLength(1)
    expect(after.calls).toEqual(before.calls)
    expect(after.report?.snapshot).toEqual({ invocations: [], analyses: [] })
  })

  test('makes the lookups that no turn was told of yet, and is published', async () => {
    const { before, after, heard } = await diagnoseTwice('search-tool', {
      model: (turn, request) => (turn === 1 ? lookUp('gateway') : submit(honestDraft(request))),
      find: () => [{ key: 'gateway-md-11111111#chunk-1', text: steps }],
    })
    expect(before.calls).toEqual([])
    expect(after.calls.map((c) => c.status)).toEqual(['READY'])
    expect(after.state).toBe('PUBLISHED')
    expect(heard).toHaveLength(2)
  })
})
