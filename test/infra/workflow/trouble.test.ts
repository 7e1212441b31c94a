// Trouble around the tasks, as Step Functions and Lambda bring it: timeouts, errors in Lambda's shape, an event bus that refuses.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { sendJson, startJsonServer } from '../../../eval/diagnosis/world/json-server.ts'
import { openWorld, type World } from '../../../eval/diagnosis/world/open-world.ts'
import type { Invoke } from '../../../infra/local/run-functions.ts'
import { startWorkflow } from '../../../infra/local/workflow.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { openTestLedger } from '../../lib/ledger/test-ledger.ts'
import { honestDraft, lookUp, submit } from './script.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const steps = 'Check the upstream first. The gateway gives up after 60 s when the backend is slow.'
const gateway = [{ key: 'gateway-md-11111111#chunk-1', text: steps }]
const question = 'Why does the gateway time out?'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function open(options: Parameters<typeof openWorld>[1]): Promise<World> {
  const world = await openWorld(endpoint, options)
  cleanUp.push(world.close)
  return world
}

function errorNamed(name: string, message = name): Error {
  const error = new Error(message)
  error.name = name
  return error
}

/** The first time that the machine asks `which` for something, it gets the error instead. */
const failingOnce = (which: string, error: Error) => {
  let failed = false
  return (invoke: Invoke): Invoke =>
    async (name, event) => {
      if (failed || name !== which) return invoke(name, event)
      failed = true
      throw error
    }
}

const honest = (turn: number, request: Parameters<typeof honestDraft>[0]) =>
  turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request))

describe('a turn', () => {
  test('that times out ends the run with TIMEOUT, and its answer, when it comes, changes nothing', async () => {
    const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let nth = 0
    const model = await startJsonServer(async (_path, _body, response) => {
      nth += 1
      const name = nth === 1 ? 'lookup_knowledge' : 'submit_diagnosis'
      const args = nth === 1 ? { query: 'gateway' } : { analysis: [], conclusion: null, limitations: ['Late.'] }
      if (nth > 1) {
        asked.resolve()
        await mayAnswer.promise
      }
      const call = { id: `p-${nth}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }
      const message = { role: 'assistant', content: null, tool_calls: [call] }
      sendJson(response, 200, { choices: [{ index: 0, finish_reason: 'tool_calls', message }] })
    })
    cleanUp.push(model.close)
    let late: Promise<unknown> | undefined
    const { diagnose, ledgerTable } = await open({
      model: () => ({ text: '' }),
      find: () => gateway,
      environment: { OPENAI_BASE_URL: `${model.url}/v1` },
      around: (functions) => async (name, event) => {
        if (name !== 'agent-turn' || nth === 0 || late !== undefined) return functions(name, event)
        late = functions(name, event).catch((error: unknown) => error)
        await asked.promise
        throw errorNamed('States.Timeout')
      },
    })
    const runId = `late-${process.pid}-${Date.now()}`
    const run = await diagnose(question, { runId })
    expect(run.report).toMatchObject({ status: 'FALLBACK', fallback_cause: 'TIMEOUT' })
    expect(run.turns).toHaveLength(1)
    mayAnswer.resolve()
    expect(await late).toMatchObject({ name: 'E_STOP_REQUIRED' })
    const { context } = openTestLedger(endpoint, ledgerTable, { now: Date.now })
    const access = { runId, owner: 'alice', deadline: Date.now() + 10_000 }
    const after = await createDiagnosisLedger(context).read(access)
    expect(after.turns).toEqual(run.turns)
    expect(after.report).toEqual(run.report)
  })

  test('that cannot reach the ledger is tried again', async () => {
    const { diagnose, heard } = await open({
      model: honest,
      find: () => gateway,
      around: failingOnce('agent-turn', errorNamed('E_LEDGER_UNAVAILABLE')),
    })
    expect((await diagnose(question)).state).toBe('PUBLISHED')
    expect(heard).toHaveLength(2)
  })
})

describe('the end of a diagnosis', () => {
  test('is announced as the run’s id and status, and nothing else', async () => {
    const { diagnose, events } = await open({ model: honest, find: () => gateway })
    const { run_id } = await diagnose(question)
    expect(events()).toEqual([
      {
        Entries: [
          {
            Source: 'evidence-chain',
            DetailType: 'DiagnosisPublished',
            EventBusName: 'default',
            Detail: { id: run_id, run_id, status: 'PUBLISHED' },
          },
        ],
      },
    ])
  })

  test('is announced once more when the event bus refused it first', async () => {
    const { invoke, ledgerTable } = await open({ model: () => ({ text: '' }), find: () => gateway })
    const folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
    const { context, access, runId } = openTestLedger(endpoint, ledgerTable, { now: Date.now })
    await createDiagnosisLedger(context).open(access(), question, 900)
    const announced: unknown[] = []
    const failures: unknown[] = []
    const workflow = startWorkflow({
      folder,
      invoke,
      retryPauseMs: 1,
      onError: (error) => failures.push(error),
      putEvents: async (event) => {
        announced.push(event)
        if (announced.length === 1) throw errorNamed('EventBridge.FailedEntry')
        return { FailedEntryCount: 0 }
      },
    })
    cleanUp.push(workflow.close)
    workflow.start({ run_id: runId, caller: 'alice' })
    await workflow.idle()
    expect(failures).toEqual([])
    expect(announced).toHaveLength(2)
    expect(announced[1]).toEqual(announced[0])
    expect(announced[0]).toMatchObject({ Entries: [{ Detail: { id: runId, run_id: runId, status: 'FALLBACK' } }] })
  })
})

describe('a draft that claims nothing', () => {
  const emptyDraft = { analysis: [], conclusion: null, action_plan: [], limitations: ['Nothing could be looked up.'] }
  const model = (turn: number) => (turn === 1 ? lookUp('gateway timeout', 'gateway backend') : submit(emptyDraft))

  const brokenSearch =
    (invoke: Invoke): Invoke =>
    async (name, event) => {
      if (name === 'search-tool') throw errorNamed('States.Timeout', '')
      return invoke(name, event)
    }

  test.each<[string, Pick<Parameters<typeof openWorld>[1], 'find' | 'around'>]>([
    ['the service refuses every search', { find: () => ({ status: 400 }) }],
    ['every search breaks before it is let in', { find: () => gateway, around: brokenSearch }],
  ])('is not published when %s', async (_, options) => {
    const { diagnose } = await open({ model, ...options })
    const { state, report } = await diagnose(question)
    expect(state).toBe('FALLBACK')
    expect(report?.fallback_cause).toBe('KNOWLEDGE_UNAVAILABLE')
  })

  test('is published when a search was answered and found nothing', async () => {
    const { diagnose } = await open({ model, find: () => [] })
    expect((await diagnose(question)).state).toBe('PUBLISHED')
  })
})

describe('lookups that fail as Lambda tells it', () => {
  const trace = Array.from({ length: 400 }, (_, i) => `    at frame${i} (/var/task/index.mjs:${i}:${'x'.repeat(50)})`)
  /** What Lambda makes of an error, and Step Functions of that: `Cause` is JSON text. */
  const causeOf = (errorType: string, errorMessage: string, lines: readonly string[]) =>
    errorNamed(errorType, JSON.stringify({ errorType, errorMessage, trace: lines }).slice(0, 32_768))

  const toldIn = (request: World['heard'][number] | undefined): unknown[] =>
    (request?.messages ?? []).filter((m) => m.role === 'tool').map((m) => JSON.parse(m.content ?? '{}').error)

  const failingWith = (error: Error) =>
    open({
      model: (turn) => (turn === 1 ? lookUp('a', 'b', 'c', 'd', 'e') : { text: '' }),
      find: () => gateway,
      around: (invoke) => async (name, event) => {
        if (name === 'search-tool') throw error
        return invoke(name, event)
      },
    })

  test.each([
    ['a crash with a long trace', causeOf('Runtime.ExitError', `RequestId: ${'错'.repeat(2000)}`, trace)],
    ['a timeout', errorNamed('States.Timeout', '')],
    [
      'a cause that is no JSON',
      errorNamed('Lambda.Unknown', `Returned payload: {"errorMessage":"${'y'.repeat(32_000)}`),
    ],
  ])('keep the state below 32 KB: %s', async (_, error) => {
    const { diagnose, heard, largestState } = await failingWith(error)
    const run = await diagnose(question)
    expect(run.state).toBe('FALLBACK')
    expect(toldIn(heard[1])).toEqual(
      Array(5).fill({ code: error.name, message: 'The lookup ended without an answer.' }),
    )
    expect(largestState()).toBeGreaterThan(500)
    expect(largestState()).toBeLessThan(32_768)
  })

  test('tell the model the words of an error of ours, and nothing of where it was thrown', async () => {
    const message = 'The input is not valid. query is too long'
    const { diagnose, heard, largestState } = await failingWith(
      causeOf('E_VALIDATION', message, [`E_VALIDATION: ${message}`]),
    )
    await diagnose(question)
    expect(toldIn(heard[1])).toEqual(Array(5).fill({ code: 'E_VALIDATION', message }))
    expect(largestState()).toBeLessThan(32_768)
  })
})
