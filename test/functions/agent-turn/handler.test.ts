// The function as it is wired: a task of the state machine over a real ledger, with the model that needs no network.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { create } from '../../../functions/agent-turn/handler.ts'
import { createDocumentClient } from '../../../lib/aws/document-client.ts'
import { openDiagnosisLedger } from '../../../lib/ledger/open-ledger.ts'
import { httpEvent, lambdaContext, replyOf, thrownBy } from '../../lib/lambda/events.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

async function started() {
  const runId = `run-${randomUUID()}`
  const settings = {
    LEDGER_TABLE: table,
    LEDGER_TTL_SECONDS: 3600,
    AUDIT_TTL_SECONDS: 3600,
    RUN_TOOL_CALL_BUDGET: 8,
    RUN_NO_GAIN_LIMIT: 2,
  }
  const runs = openDiagnosisLedger(settings, createDocumentClient(endpoint))
  const access = { runId, owner: 'alice', deadline: Date.now() + 20_000 }
  await runs.open(access, 'Why does the gateway time out?', 900)
  const handler = create({ LEDGER_TABLE: table, AWS_ENDPOINT_URL_DYNAMODB: endpoint })
  const invoke = (over: Record<string, unknown> = {}) =>
    handler(
      { caller: 'alice', run_id: runId, turn: 1, kind: 'search', lookup_errors: [], rejected: {}, ...over },
      lambdaContext(),
    )
  return { invoke, handler, read: () => runs.read(access) }
}

test('the embedded model’s first turn looks the question up, and is stored', async () => {
  const { invoke, read } = await started()
  const outcome = await invoke()
  expect(outcome).toMatchObject({
    turn: 1,
    next: 'LOOKUPS',
    lookups: [{ tool_call_id: expect.stringMatching(/^c1-[0-9a-f]{4}$/), query: expect.stringContaining('gateway') }],
    draft_turn: null,
    fallback_cause: null,
  })
  const { turns } = await read()
  expect(turns).toHaveLength(1)
  expect(turns[0]).toMatchObject({ n: 1, kind: 'search', model: 'extractive', next: 'LOOKUPS' })
  expect(turns[0]?.messages.map((m) => m.role)).toEqual(['system', 'user', 'assistant'])
  // Executed twice: the same answer out of the ledger.
  expect(await invoke()).toEqual(outcome)
})

test('another caller gets E_RUN_FORBIDDEN, an unknown run E_NOT_FOUND, a bad input E_VALIDATION: errors that can be caught by name', async () => {
  const { invoke } = await started()
  expect((await thrownBy(invoke({ caller: 'bob' }))).name).toBe('E_RUN_FORBIDDEN')
  expect((await thrownBy(invoke({ run_id: 'no-such-run' }))).name).toBe('E_NOT_FOUND')
  expect((await thrownBy(invoke({ turn: 'first' }))).name).toBe('E_VALIDATION')
})

test('no HTTP route leads to it', async () => {
  const { handler } = await started()
  expect(await replyOf(handler(httpEvent('readRun'), lambdaContext()))).toMatchObject({ statusCode: 404 })
})

test('a model that is not configured stops the function with the variable’s name', () => {
  const environment = { LEDGER_TABLE: 'x' }
  expect(() => create({ ...environment, DIAGNOSIS_MODEL: 'bedrock' })).toThrow(/BEDROCK_MODEL_ID/)
  expect(() => create({ ...environment, DIAGNOSIS_MODEL: 'openai' })).toThrow(/OPENAI_BASE_URL/)
  expect(() => create({ ...environment, RUN_MAX_TURNS: '0' })).toThrow(/RUN_MAX_TURNS/)
})
