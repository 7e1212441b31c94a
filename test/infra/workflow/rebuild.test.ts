// The rebuild workflow over the real function, against a knowledge service that says what a script says. Pauses are shortened;
// how long they are is checked on the definition.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import validate from 'asl-validator'
import { StateMachine } from 'aws-local-stepfunctions'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sendJson, startJsonServer } from '../../../eval/diagnosis/world/json-server.ts'
import type { LoopbackServer } from '../../../eval/loopback-server.ts'
import { catalog } from '../../../functions/catalog.ts'
import { startFunctions } from '../../../infra/local/run-functions.ts'
import { type Definition, tasksOf } from '../../../infra/local/workflow-definition.ts'
import { faults } from '../../../lib/contract/faults.ts'

const source = readFileSync(fileURLToPath(new URL('../../../infra/workflow/rebuild.asl.json', import.meta.url)), 'utf8')
const definition: Definition = JSON.parse(
  source.replace(/\$\{([\w-]+)\}/g, 'arn:aws:lambda:us-east-1:000000000000:function:$1'),
)
const machine = new StateMachine(definition, { validationOptions: { checkPaths: false, checkArn: false } })

type Reply = { readonly status: number; readonly body: unknown }
const failure = (status: number, code: string): Reply => ({ status, body: { error: { code, message: 'scripted' } } })
const started: Reply = { status: 200, body: { task_id: 't1' } }
const task = (state: string): Reply => ({ status: 200, body: { task_id: 't1', type: 'rebuild', state } })

let service: LoopbackServer | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

/** Runs the workflow; the service gives `starts` and then `tasks`, one a request, the last of each again and again. */
async function run(input: object, starts: readonly Reply[] = [started], tasks: readonly Reply[] = [task('succeeded')]) {
  const asked: string[] = []
  service = await startJsonServer((path, _body, response) => {
    const [kind, replies] = path.includes('rebuild') ? (['start', starts] as const) : (['ask', tasks] as const)
    const nth = asked.filter((each) => each === kind).length
    asked.push(kind)
    const { status, body } = replies[Math.min(nth, replies.length - 1)] ?? started
    sendJson(response, status, body)
  })
  const invoke = await startFunctions({
    LEDGER_TABLE: 'none',
    DOCUMENTS_TABLE: 'none',
    ORIGINALS_URL: 'file:///nowhere',
    INGEST_QUEUE_URL: 'file:///nowhere',
    DIAGNOSIS_WORKFLOW: 'http://127.0.0.1:9/unused',
    PYRAG_BASE_URL: service.url,
    AWS_REGION: 'us-east-1',
  })
  const trigger = async (event: unknown) => z.json().parse(await invoke('rebuild-trigger', event))
  const execution = machine.run(z.json().parse(input), {
    overrides: {
      taskResourceLocalHandlers: { Start: trigger, Ask: trigger },
      waitTimeOverrides: { Wait: 1 },
      retryIntervalOverrides: { Start: 1, Ask: 1 },
    },
  })
  const outcome = await execution.result.then(
    (output) => ({ output }),
    (error: unknown) => ({ error: error instanceof Error && error.cause instanceof Error ? error.cause.name : error }),
  )
  return { outcome, asked }
}

const confirmed = { confirm: 'REBUILD' }

describe('a rebuild', () => {
  test('ends when its task has succeeded', async () => {
    const { outcome, asked } = await run(confirmed, [started], [task('pending'), task('running'), task('succeeded')])
    expect(outcome).toMatchObject({ output: { state: 'succeeded' } })
    expect(asked).toEqual(['start', 'ask', 'ask', 'ask'])
  })

  test('fails when its task has failed', async () => {
    const { outcome } = await run(confirmed, [started], [task('running'), task('failed')])
    expect(outcome).toEqual({ error: 'RebuildFailed' })
  })

  test.each([{}, { confirm: 'yes' }, { confirm: true }])(
    'does not start without its confirmation: %o',
    async (input) => {
      const { outcome, asked } = await run(input)
      expect(outcome).toEqual({ error: 'E_CONFIRM_REQUIRED' })
      expect(asked).toEqual([])
    },
  )

  test('waits for a rebuild that is under way, and then starts its own', async () => {
    const busy = failure(409, 'E_REBUILD_IN_PROGRESS')
    const { outcome, asked } = await run(confirmed, [busy, busy, started])
    expect(outcome).toMatchObject({ output: { state: 'succeeded' } })
    expect(asked).toEqual(['start', 'start', 'start', 'ask'])
  })

  test('asks again when the service cannot be reached for a while', async () => {
    const { outcome } = await run(confirmed, [started], [failure(503, 'E_INTERNAL'), task('succeeded')])
    expect(outcome).toMatchObject({ output: { state: 'succeeded' } })
  })
})

describe('its definition', () => {
  test('is valid Amazon States Language', () => {
    expect(validate(JSON.parse(JSON.stringify(definition)))).toMatchObject({ isValid: true })
  })

  test('retries by names of our own errors, or of the platform', () => {
    const names = [...source.matchAll(/"(E_[A-Z_]+)"/g)].map(([, name]) => String(name))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !(name in faults))).toEqual([])
  })

  test('gives each task more time than its function takes', () => {
    expect(tasksOf(definition).map(({ resource }) => resource)).toEqual(['rebuild-trigger', 'rebuild-trigger'])
    const limits = [...source.matchAll(/"TimeoutSeconds": (\d+)/g)].map(([, seconds]) => Number(seconds))
    for (const seconds of limits) expect(seconds).toBeGreaterThan(catalog['rebuild-trigger'].timeoutSeconds)
  })
})
