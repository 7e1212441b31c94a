// The guard over a real ledger (spec 04): what was stored by calls is what drafts are judged by.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createCheck } from '../../../functions/evidence-guard/check.ts'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { createLambda } from '../../../lib/lambda/create-lambda.ts'
import { httpEvent, lambdaContext, replyOf, thrownBy } from '../../lib/lambda/events.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'
import { failed, found, freshId, makeTable, openTestLedger, start, ttlSeconds } from '../../lib/ledger/test-ledger.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

type Fields = Readonly<Record<string, unknown>>

function open({ requireQuotes = false } = {}) {
  const over = openTestLedger(endpoint, table)
  const { telemetry, lines, measured } = recordedTelemetry()
  const check = createCheck({ ledger: over.ledger, now: () => over.clock.time, telemetry }, { requireQuotes })
  const handler = createLambda({ telemetry, operations: { checkEvidence: check } })
  const event = (draft: unknown, principal: string, more: Fields) =>
    httpEvent('checkEvidence', {
      body: draft,
      pathParameters: { run_id: over.runId },
      authorizer: { lambda: { principal } },
      ...more,
    })
  return {
    ...over,
    lines,
    measured,
    check: (draft: unknown, principal = 'alice', more: Fields = {}) =>
      replyOf(handler(event(draft, principal, more), lambdaContext())),
    direct: async (input: Fields) =>
      guardVerdict.parse(await handler({ caller: 'alice', run_id: over.runId, ...input }, lambdaContext())),
    /** As a tool behind AgentCore Gateway. */
    tool: async (input: Fields) => {
      const custom = {
        bedrockAgentCoreToolName: 'evidence___check_evidence',
        bedrockAgentCoreGatewayId: 'gw-1',
        bedrockAgentCoreAwsRequestId: '8bd8a0cf-9f24-4c5c-b4c6-0a1d3a8f6c11',
      }
      const context = { ...lambdaContext(), clientContext: { custom } }
      return guardVerdict.parse(await handler({ run_id: over.runId, ...input }, context))
    },
    directError: (input: Fields) =>
      thrownBy(handler({ caller: 'alice', run_id: over.runId, ...input }, lambdaContext())),
  }
}

const normal = (over: Fields = {}) => ({
  id: 'a1',
  kind: 'NORMAL',
  text: 'The gateway waits too long.',
  tool_call_ids: ['c1'],
  document_ids: ['d#chunk-1'],
  quotes: [],
  ...over,
})
const draftOf = (...analysis: Fields[]) => ({
  analysis,
  conclusion: { text: 'It is the upstream.', based_on_analysis_ids: ['a1'] },
  action_plan: [],
  limitations: ['One gateway only.'],
})
const draft = draftOf(normal())
const quoted = draftOf(normal({ quotes: [{ document_id: 'd#chunk-1', text: 'Excerpt of d#chunk-1' }] }))
const codesOf = (verdict: { violations: { code: string; path: string }[] }) =>
  verdict.violations.map(({ code, path }) => `${code} ${path}`)

describe('a draft whose citations are all real', () => {
  test('passes with a snapshot that is rebuilt from the ledger and holds nothing of the draft’s text', async () => {
    const { check, call } = open()
    const { record } = await call('c1', found('c1', ['d#chunk-1', 'd#chunk-2']))
    await call('c2', found('c2', []))
    const negative = {
      id: 'a2',
      kind: 'NEGATIVE_OBSERVATION',
      text: 'Nothing of DNS.',
      tool_call_ids: ['c2'],
      document_ids: [],
    }
    const { statusCode, json, body } = await check(draftOf(normal(), negative))
    expect(statusCode).toBe(200)
    expect(json).toMatchObject({ verdict: 'PASS', violations: [], violations_total: 0 })
    expect(json.snapshot.invocations).toMatchObject([
      {
        tool_call_id: 'c1',
        tool: 'lookup_knowledge',
        origin: 'searched',
        query: 'query of c1',
        evidence_status: 'EVIDENCE_FOUND',
        relevance_level: 'PRECISE',
        truncated: false,
        projection_sha256: record.projection_sha256,
        items: [{ document_id: 'd#chunk-1', excerpt: 'Excerpt of d#chunk-1: 故障 📁.', cut: false }],
      },
      { tool_call_id: 'c2', evidence_status: 'NO_EVIDENCE', items: [] },
    ])
    expect(body).not.toMatch(/waits too long|upstream|Nothing of DNS|One gateway/)
  })

  test('writes nothing, and gets the same answer again', async () => {
    const { check, call, stored } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const before = await stored()
    const [first, second] = [await check(draft), await check(draft)]
    expect(first.json).toEqual(second.json)
    expect(await stored()).toEqual(before)
  })

  test('may come as a value or as the text of a model, in a direct invocation', async () => {
    const { direct, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const asValue = await direct({ draft })
    expect(asValue.verdict).toBe('PASS')
    expect(await direct({ draft: JSON.stringify(draft) })).toEqual(asValue)
  })

  test('may come from a tool behind AgentCore Gateway, which looks into its own runs alone', async () => {
    const { tool, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    expect((await thrownBy(tool({ draft }))).name).toBe('E_RUN_FORBIDDEN')
    const unopened = await tool({ run_id: freshId('gateway'), draft })
    expect(unopened).toMatchObject({ verdict: 'REJECT', violations: [{ code: 'TOOL_CALL_UNKNOWN' }] })
    // With the fields of the route, as its tool schema has them.
    expect(await tool({ run_id: freshId('gateway'), ...draft })).toMatchObject({
      violations: [{ code: 'TOOL_CALL_UNKNOWN' }],
    })
  })
})

describe('a draft that is rejected is an answer, with every violation', () => {
  test('for each way in which a citation is not what it says', async () => {
    const { check, call, clock } = open()
    const other = openTestLedger(endpoint, table)
    const foreign = freshId('elsewhere')
    await other.call(foreign, found(foreign, ['d#chunk-1']))
    await call('c1', found('c1', ['d#chunk-1']))
    await call('failed-call', failed())
    await call('empty', found('empty', []))
    clock.time += 1
    const { statusCode, json } = await check(
      draftOf(
        normal({ document_ids: ['d#chunk-2'] }),
        normal({ id: 'a2', tool_call_ids: ['C1'] }),
        normal({ id: 'a3', tool_call_ids: [foreign] }),
        normal({ id: 'a4', tool_call_ids: ['failed-call'] }),
        normal({ id: 'a5', tool_call_ids: ['empty'] }),
        normal({ id: 'a6', kind: 'NEGATIVE_OBSERVATION', document_ids: [] }),
        normal({ id: 'a7', quotes: [{ document_id: 'd#chunk-1', text: 'never said' }] }),
      ),
    )
    expect(statusCode).toBe(200)
    expect(json).toMatchObject({ verdict: 'REJECT', violations_total: 7, snapshot: null })
    expect(codesOf(json)).toEqual([
      'DOCUMENT_NOT_IN_EVIDENCE /analysis/0/document_ids/0',
      'TOOL_CALL_UNKNOWN /analysis/1/tool_call_ids/0',
      'TOOL_CALL_FOREIGN_RUN /analysis/2/tool_call_ids/0',
      'TOOL_CALL_NOT_READY /analysis/3/tool_call_ids/0',
      'KIND_CLAIMS_EVIDENCE /analysis/4/tool_call_ids/0',
      'KIND_DENIES_EVIDENCE /analysis/5/tool_call_ids/0',
      'QUOTE_NOT_IN_EVIDENCE /analysis/6/quotes/0',
    ])
    // The nearest id of this run is suggested, and never accepted.
    expect(json.violations[1].hint).toContain('c1')
  })

  test('when the record was tampered with', async () => {
    const { check, call, tamper } = open()
    const { record } = await call('c1', found('c1', ['d#chunk-1']))
    await tamper('CALL#c1', 'projection', String(record.projection).replace('Excerpt', 'Forgery'))
    expect(codesOf((await check(draft)).json)).toEqual(['LEDGER_RECORD_INVALID /analysis/0/tool_call_ids/0'])
  })

  test('when the call has expired but is not deleted yet, and as unknown once it is', async () => {
    const { check, call, clock, erase } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    clock.time = start + ttlSeconds * 1000
    expect(codesOf((await check(draft)).json)).toEqual(['TOOL_CALL_EXPIRED /analysis/0/tool_call_ids/0'])
    await erase('CALL#c1')
    expect(codesOf((await check(draft)).json)).toEqual(['TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0'])
  })

  test('when the run does not exist: a 200 that binds nobody', async () => {
    const { check, stored } = open()
    const { statusCode, json } = await check(draftOf(normal({ tool_call_ids: ['of-no-run'] })))
    expect([statusCode, json.verdict]).toEqual([200, 'REJECT'])
    expect(codesOf(json)).toEqual(['TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/0'])
    expect(await stored()).toEqual([])
  })

  test.each([
    ['a number', 5],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['a field more', { ...draft, score: 1 }],
  ])('when it is %s', async (_, value) => {
    const { check } = open()
    const { statusCode, json } = await check(JSON.stringify(value))
    expect([statusCode, json.verdict, json.violations[0].code]).toEqual([200, 'REJECT', 'DRAFT_SCHEMA_INVALID'])
  })

  test('when a model’s text does not parse', async () => {
    const { direct } = open()
    for (const text of ['', 'I am sorry', '{"analysis":[', `${JSON.stringify(draft)} trailing`]) {
      const { verdict, violations } = await direct({ draft: text })
      expect([verdict, violations.map((v) => v.code)]).toEqual(['REJECT', ['DRAFT_SCHEMA_INVALID']])
    }
  })

  test('when it cites what cannot be an id at all', async () => {
    const { check, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    const ids = ['\ud800', 'a b', '查'.repeat(256)]
    const { statusCode, json } = await check(draftOf(normal({ tool_call_ids: ids })))
    expect(statusCode).toBe(200)
    expect(codesOf(json)).toEqual(ids.map((_, i) => `TOOL_CALL_UNKNOWN /analysis/0/tool_call_ids/${i}`))
  })
})

describe('quotes', () => {
  test('are not required over HTTP by default, and are where the function is set so', async () => {
    const plain = open()
    await plain.call('c1', found('c1', ['d#chunk-1']))
    expect((await plain.check(draft)).json.verdict).toBe('PASS')
    const strict = open({ requireQuotes: true })
    await strict.call('c1', found('c1', ['d#chunk-1']))
    expect(codesOf((await strict.check(draft)).json)).toEqual(['QUOTE_NOT_IN_EVIDENCE /analysis/0/quotes'])
    expect((await strict.check(quoted)).json.verdict).toBe('PASS')
  })

  test('are asked for, or not, by a direct invocation', async () => {
    const { direct, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    expect((await direct({ draft, require_quotes: true })).verdict).toBe('REJECT')
    expect((await direct({ draft: quoted, require_quotes: true })).verdict).toBe('PASS')
    const strict = open({ requireQuotes: true })
    await strict.call('c1', found('c1', ['d#chunk-1']))
    expect((await strict.direct({ draft, require_quotes: false })).verdict).toBe('REJECT')
    expect((await direct({ draft, require_quotes: false })).verdict).toBe('PASS')
  })
})

describe('what is no draft to judge', () => {
  test('a body that is no JSON is a 400', async () => {
    const { check } = open()
    expect(await check('{"analysis":')).toMatchObject({ statusCode: 400, json: { error: { code: 'E_VALIDATION' } } })
  })

  test.each([
    { draft, more: 1 },
    { draft, require_quotes: 'yes' },
  ])('a direct invocation with other fields is E_VALIDATION', async (input) => {
    expect((await open().directError(input)).name).toBe('E_VALIDATION')
  })

  test('another caller’s run is a 403, whatever the draft says', async () => {
    const { check, call } = open()
    await call('c1', found('c1', ['d#chunk-1']))
    for (const value of [draft, draftOf(), '5', '{}']) {
      expect(await check(value, 'bob')).toMatchObject({ statusCode: 403, json: { error: { code: 'E_RUN_FORBIDDEN' } } })
    }
  })

  test('a bad run id is a 400', async () => {
    const { check } = open()
    expect((await check(draft, 'alice', { pathParameters: { run_id: 'a#b' } })).statusCode).toBe(400)
  })
})

test('a result that the caller recorded is verified the same way, and marked as the caller’s word', async () => {
  const { check, ledger, access } = open()
  await ledger.record(
    { ...access(), toolCallId: 'c1', tool: 'query_logs', argsDigest: 'x', origin: 'recorded_by_caller' },
    async () => found('c1', ['d#chunk-1'], { relevance_level: null }),
  )
  expect((await check(draft)).json).toMatchObject({
    verdict: 'PASS',
    snapshot: { invocations: [{ tool: 'query_logs', origin: 'recorded_by_caller', relevance_level: null }] },
  })
})

test('the draft of a run cites nothing of an earlier one that used the same id (P05)', async () => {
  const { check, call } = open()
  const earlier = openTestLedger(endpoint, table)
  await earlier.call('c1', found('c1', ['d#chunk-1']))
  await call('c9', found('c9', []))
  expect(codesOf((await check(draft)).json)).toEqual(['TOOL_CALL_FOREIGN_RUN /analysis/0/tool_call_ids/0'])
})
