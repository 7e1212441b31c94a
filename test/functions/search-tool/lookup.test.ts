// `lookup_knowledge` (spec 02, 03, 05 "Withdrawal", 08): search, bound, store, and only then show.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Fault, type FaultCode, faults } from '../../../lib/contract/faults.ts'
import { lookupAnswer } from '../../../lib/contract/run.ts'
import { makeTable } from '../../lib/ledger/test-ledger.ts'
import { answerOf, hit, openSearchTool } from './search-tool.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})
const open = (options = {}) => openSearchTool(endpoint, table, options)

describe('a lookup that finds evidence', () => {
  test('answers the view and the state of the run, and has stored what it shows', async () => {
    const { lookup, storedItem } = open()
    const reply = await lookup('c1', 'how to debug a gateway timeout')
    expect(reply.statusCode).toBe(200)
    expect(reply.json).toEqual({
      result: {
        evidence_status: 'EVIDENCE_FOUND',
        tool_call_id: 'c1',
        query: 'how to debug a gateway timeout',
        evidence: [
          {
            document_id: 'd#chunk-1',
            source: 'gateway-md',
            title: 'Gateway',
            breadcrumb: 'Gateway > Steps',
            excerpt: 'Text of d#chunk-1.',
          },
        ],
        returned_count: 1,
        relevance_level: 'PRECISE',
        truncated: false,
      },
      harness: {
        replayed: false,
        gain: true,
        new_evidence_count: 1,
        no_gain_streak: 0,
        tool_calls_used: 1,
        tool_calls_budget: 8,
        stop_required: false,
        stop_reason: null,
      },
    })
    expect(lookupAnswer.safeParse(reply.json).success).toBe(true)
    const projection = String((await storedItem('CALL#c1'))?.projection)
    expect(reply.body).toContain(`{"result":${projection},"harness":`)
  })

  test('answers the same by direct invocation', async () => {
    const { direct, lookup } = open()
    const answer = await direct({ tool_call_id: 'c1', query: 'why' })
    const reply = await lookup('c1', 'why')
    expect(reply.json).toEqual({
      ...lookupAnswer.parse(answer),
      harness: { ...lookupAnswer.parse(answer).harness, replayed: true },
    })
  })

  test('shows no score, trace, endpoint, service id or owner', async () => {
    const { lookup, engine } = open()
    engine.search = () => answerOf([hit('d#chunk-1', { score: 0.87654, rawScore: 0.87654 })])
    const { body } = await lookup('c1')
    expect(body).not.toMatch(/0\.87654|score|trace|rerank|service-1|recall|alice|attempt|hybrid/i)
  })

  test('keeps scores, counts, trace and request ids in its audit', async () => {
    const { lookup, engine, audits } = open()
    engine.search = () =>
      answerOf([hit('d#chunk-1', { score: 0.8, rawScore: 0.8 }), hit('e#chunk-2', { score: 0.6, rawScore: 0.6 })], {
        contractWarnings: ['hit 3 was dropped'],
      })
    await lookup('c1', 'why', 'alice', { headers: { 'x-request-id': 'req-7', 'content-type': 'application/json' } })
    expect(await audits()).toMatchObject([
      {
        status: 'READY',
        request_id: 'req-7',
        candidate_count: 2,
        evidence_block_count: 2,
        withdrawn: 0,
        scores: { 'd#chunk-1': { score: 0.8 }, 'e#chunk-2': { score: 0.6 } },
        retrieval_trace: {
          selectedAttempt: 'UNFILTERED_VECTOR',
          fallbackReason: null,
          contractWarnings: ['hit 3 was dropped'],
          attempts: [{ serviceRequestId: 'service-1', recallCount: 20, hitCount: 2, evidenceStatus: 'supported' }],
        },
      },
    ])
  })

  test('asks the engine once, unfiltered, with the configured bounds, our request id and time left for the ledger', async () => {
    const { lookup, asked } = open({
      settings: { RETRIEVAL_TOP_K: '7', KB_SCOPE: 'rag-eval', RETRIEVAL_MODE: 'semantic' },
    })
    const started = Date.now()
    const reply = await lookup('c1', 'why')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.query).toEqual({ query: 'why', mode: 'semantic', topK: 7, category: null, kbScope: 'rag-eval' })
    expect(asked[0]?.call.requestId).toBe(reply.headers['x-request-id'])
    expect(asked[0]?.call.deadline).toBeLessThan(started + 20_000 - 1000)
    expect(asked[0]?.call.deadline).toBeGreaterThan(started + 5000)
  })
})

describe('a lookup that finds nothing', () => {
  test('is an honest NO_EVIDENCE, counted without gain', async () => {
    const { lookup, engine } = open()
    engine.search = () => answerOf([])
    const { statusCode, json } = await lookup('c1')
    expect(statusCode).toBe(200)
    expect(json.result).toMatchObject({
      evidence_status: 'NO_EVIDENCE',
      evidence: [],
      returned_count: 0,
      relevance_level: null,
      truncated: false,
    })
    expect(json.harness).toMatchObject({ gain: false, new_evidence_count: 0, no_gain_streak: 1 })
  })

  test('twice in a row stops the run; the third is E_STOP_REQUIRED and searches nothing', async () => {
    const { lookup, engine, asked } = open()
    engine.search = () => answerOf([])
    await lookup('c1', 'one')
    expect((await lookup('c2', 'two')).json.harness).toMatchObject({ stop_required: true, stop_reason: 'NO_GAIN' })
    const third = await lookup('c3', 'three')
    expect(third).toMatchObject({ statusCode: 409, json: { error: { code: 'E_STOP_REQUIRED' } } })
    expect(asked).toHaveLength(2)
  })
})

describe('a search that fails is its own error, a FAILED record and an audit, and never NO_EVIDENCE', () => {
  const codes: FaultCode[] = [
    'E_KNOWLEDGE_UNAVAILABLE',
    'E_KNOWLEDGE_TIMEOUT',
    'E_KNOWLEDGE_BAD_RESPONSE',
    'E_LEDGER_UNAVAILABLE',
    'E_INTERNAL',
  ]
  test.each(codes)('%s', async (code) => {
    const { lookup, engine, audits, storedItem, lines } = open()
    engine.search = () => {
      throw new Fault(code, { context: { failure: 'refused', serviceCode: 'E_X', serviceStatus: 418 } })
    }
    const reply = await lookup('c1')
    expect(reply).toMatchObject({
      statusCode: faults[code].status,
      json: { error: { code, message: faults[code].message } },
    })
    // A random request id may hold any digits.
    const told = reply.body.replace(reply.json.error.request_id, '')
    expect(told).not.toMatch(/NO_EVIDENCE|E_X|418/)
    expect(await storedItem('CALL#c1')).toMatchObject({ status: 'FAILED', error: { code }, evidence_status: null })
    expect(await audits()).toMatchObject([
      {
        status: 'FAILED',
        error: { code },
        context: { failure: 'refused', serviceCode: 'E_X', serviceStatus: 418 },
        attempts: [{ name: 'UNFILTERED_VECTOR' }],
        request_id: reply.headers['x-request-id'],
      },
    ])
    // Operators find the service's words in the log too, under the same request id.
    expect(lines.at(-1)?.fields).toMatchObject({
      code,
      context: { serviceCode: 'E_X' },
      request_id: reply.headers['x-request-id'],
    })
  })

  test('an engine that breaks in a way nobody expected is E_INTERNAL, with its cause in the log alone', async () => {
    const { lookup, engine, lines, storedItem } = open()
    engine.search = () => {
      throw new TypeError('no such thing at /srv/engine.js')
    }
    const reply = await lookup('c1')
    expect(reply).toMatchObject({ statusCode: 500, json: { error: { code: 'E_INTERNAL' } } })
    expect(reply.body).not.toContain('srv')
    expect(JSON.stringify(await storedItem('CALL#c1'))).not.toContain('srv')
    expect(lines.at(-1)?.fields.cause).toMatchObject({ name: 'TypeError', message: 'no such thing at /srv/engine.js' })
  })

  test('counts against the budget and the streak, and may be tried again under its id without counting twice (P64)', async () => {
    const { lookup, engine } = open()
    const works = engine.search
    engine.search = () => {
      throw new Fault('E_KNOWLEDGE_UNAVAILABLE')
    }
    expect((await lookup('c1')).headers['retry-after']).toBeDefined()
    engine.search = works
    expect((await lookup('c1')).json.harness).toMatchObject({ replayed: false, tool_calls_used: 1, gain: true })
    expect((await lookup('c2', 'other')).json.harness).toMatchObject({ tool_calls_used: 2, no_gain_streak: 1 })
  })

  test('a view that does not fit is E_INTERNAL and FAILED: nothing is shown rather than something unbounded', async () => {
    const { lookup, storedItem } = open({ settings: { PROJECTION_MAX_BYTES: '50' } })
    expect((await lookup('c1')).statusCode).toBe(500)
    expect(await storedItem('CALL#c1')).toMatchObject({ status: 'FAILED' })
  })
})

describe('a withdrawn document', () => {
  test('is dropped before post-processing, so it takes no place, and is counted in the audit', async () => {
    const { lookup, engine, withdrawn, audits } = open()
    engine.search = () =>
      answerOf([...['w#chunk-1', 'w#chunk-2', 'w#chunk-3'].map((k) => hit(k)), hit('d#chunk-1', { score: 0.6 })])
    withdrawn.add('w')
    const { json } = await lookup('c1')
    expect(json.result.evidence.map((e: { document_id: string }) => e.document_id)).toEqual(['d#chunk-1'])
    // The grade is that of what is left.
    expect(json.result.relevance_level).toBe('REFERENCE')
    expect(await audits()).toMatchObject([{ withdrawn: 3, candidate_count: 1 }])
  })

  test('that was all there was leaves NO_EVIDENCE, and its text nowhere', async () => {
    const { lookup, withdrawn, stored } = open()
    withdrawn.add('d')
    const reply = await lookup('c1')
    expect(reply.json.result.evidence_status).toBe('NO_EVIDENCE')
    expect(JSON.stringify(await stored())).not.toContain('Text of d#chunk-1')
  })

  test('stays in calls recorded before', async () => {
    const { lookup, withdrawn, asked } = open()
    const before = await lookup('c1')
    withdrawn.add('d')
    const after = await lookup('c1')
    expect(after.json.result).toEqual(before.json.result)
    expect(asked).toHaveLength(1)
  })

  test('is looked for in one read of the distinct ids, and in none when nothing was found', async () => {
    const { lookup, engine } = open()
    const reads: (readonly string[])[] = []
    engine.withdrawnAmong = async (ids) => {
      reads.push(ids)
      return new Set()
    }
    engine.search = () => answerOf([hit('a#chunk-1'), hit('a#chunk-2'), hit('b#chunk-1'), hit('rank:4')])
    await lookup('c1')
    engine.search = () => answerOf([])
    await lookup('c2', 'nothing')
    expect(reads).toEqual([['a', 'b', 'rank:4']])
  })

  test.each([
    ['its document id, when the key names another', { evidenceKey: 'other#chunk-1', documentId: 'gone' }],
    ['its key, when it has no document id', { evidenceKey: 'gone#chunk-1', documentId: null }],
    ['a key that is the bare document', { evidenceKey: 'gone', documentId: null }],
    ['a key with a chunk that is no number', { evidenceKey: 'gone#chunk-x', documentId: null }],
    ['a key with two chunk marks', { evidenceKey: 'gone#chunk-1#chunk-2', documentId: null }],
  ])('is known by %s', async (_, names) => {
    const { lookup, engine } = open()
    engine.withdrawnAmong = async (ids) => new Set(ids.filter((id) => id === 'gone'))
    engine.search = () => answerOf([{ ...hit('a#chunk-1'), ...names }])
    const reply = await lookup('c1')
    expect(reply.json.result).toMatchObject({ evidence_status: 'NO_EVIDENCE', evidence: [] })
  })

  test.each([new Fault('E_LEDGER_UNAVAILABLE'), new Error('boom')])(
    'that cannot be told from others fails the lookup, rather than show withdrawn text (%s)',
    async (error) => {
      const { lookup, engine, storedItem } = open()
      engine.withdrawnAmong = async () => {
        throw error
      }
      const reply = await lookup('c1')
      expect(reply.statusCode).toBe(error instanceof Fault ? 503 : 500)
      expect(reply.body).not.toContain('Text of')
      expect(await storedItem('CALL#c1')).toMatchObject({ status: 'FAILED', projection: null })
    },
  )
})

describe('what people read of a lookup', () => {
  test.each([
    [{}, 'The knowledge base holds nothing more precise than the above.'],
    [{ MESSAGE_LOCALE: 'zh-CN' }, '知识库中没有比以上内容更精确的文档。'],
  ])('is its packed text and how far the evidence reaches, in the language of %o', async (settings, hint) => {
    const { lookup, engine, audits } = open({ settings })
    engine.search = () => answerOf([hit('d#chunk-1', { content: 'Restart the gateway.' })])
    await lookup('c1')
    expect(await audits()).toMatchObject([
      {
        message: null,
        completeness_hint: hint,
        packed_text:
          '[Evidence 1]\nsource: gateway-md\nbreadcrumb: Gateway > Steps\nreasons: semantic_rank:1, attempt:UNFILTERED_VECTOR\ncontent:\nRestart the gateway.',
      },
    ])
  })

  test.each([
    [{}, 'The knowledge base has no usable evidence for this. Go on with logs, metrics and alerts.'],
    [{ MESSAGE_LOCALE: 'zh-CN' }, '知识库中没有可用的证据，请继续查看日志、指标和告警。'],
  ])('is, where nothing was found, what to do then, in the language of %o', async (settings, message) => {
    const { lookup, engine, audits } = open({ settings })
    engine.search = () => answerOf([])
    await lookup('c1')
    expect(await audits()).toMatchObject([{ message, completeness_hint: null, packed_text: '' }])
  })

  test('is shown to no agent', async () => {
    const { lookup } = open()
    const { body } = await lookup('c1')
    expect(body).not.toMatch(/packed_text|\[Evidence 1\]|more precise/)
  })
})

describe('a category policy', () => {
  const settings = { CATEGORY_POLICY: '{"gateway":"network"}' }

  test('makes one filtered attempt when that is good enough', async () => {
    const { lookup, asked, audits } = open({ settings })
    await lookup('c1', 'Why does the GATEWAY time out')
    expect(asked.map((a) => a.query.category)).toEqual(['network'])
    expect(await audits()).toMatchObject([
      { retrieval_trace: { selectedAttempt: 'FILTERED_VECTOR', fallbackReason: null } },
    ])
  })

  test.each([
    ['empty', [], 'filtered_vector_no_evidence'],
    ['of low quality', [hit('low#chunk-1', { score: 0.4 })], 'filtered_vector_low_quality'],
  ])(
    'falls back to an unfiltered attempt when the first one is %s, and withdraws in both',
    async (_, first, reason) => {
      const { lookup, asked, audits, engine, withdrawn } = open({ settings })
      withdrawn.add('w')
      engine.search = ({ category }) =>
        answerOf([hit('w#chunk-1'), ...(category === null ? [hit('d#chunk-1')] : first)])
      const { json } = await lookup('c1', 'gateway')
      expect(asked.map((a) => a.query.category)).toEqual(['network', null])
      expect(json.result.evidence.map((e: { document_id: string }) => e.document_id)).toEqual(['d#chunk-1'])
      expect(await audits()).toMatchObject([
        { withdrawn: 2, retrieval_trace: { selectedAttempt: 'UNFILTERED_VECTOR_RETRY', fallbackReason: reason } },
      ])
    },
  )

  test('leaves other queries unfiltered', async () => {
    const { lookup, asked } = open({ settings })
    await lookup('c1', 'disk full')
    expect(asked.map((a) => a.query.category)).toEqual([null])
  })

  test('a second attempt that fails fails the lookup, with both attempts in the audit', async () => {
    const { lookup, engine, audits } = open({ settings })
    engine.search = ({ category }) => {
      if (category === null) throw new Fault('E_KNOWLEDGE_TIMEOUT')
      return answerOf([])
    }
    expect((await lookup('c1', 'gateway')).statusCode).toBe(504)
    expect(await audits()).toMatchObject([
      { attempts: [{ name: 'FILTERED_VECTOR' }, { name: 'UNFILTERED_VECTOR_RETRY' }] },
    ])
  })
})
