// Every way a diagnosis can go, over the deployed definition and the real functions: it ends in the state that the
// specification says, with a report that says why, and the ledger explains it.
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../../eval/diagnosis/world/open-world.ts'
import { errorsOf, honestDraft, lookUp, negativeDraft, submit, toolsOf } from './script.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
const steps = 'Check the upstream first. The gateway gives up after 60 s when the backend is slow.'
const gateway = [{ key: 'gateway-md-11111111#chunk-1', text: steps }]
const question = 'Why does the gateway time out?'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})
const open = async (options: Parameters<typeof openWorld>[1]) => {
  world = await openWorld(endpoint, options)
  return world
}

describe('a diagnosis', () => {
  test('is published when its citations hold and its statements are supported', async () => {
    const { diagnose, events } = await open({
      model: (turn, request) => (turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request))),
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(run.report).toMatchObject({
      status: 'PUBLISHED',
      question,
      citations_verified: true,
      violations: [],
      model: 'openai:scripted',
      fallback_cause: null,
    })
    expect(run.report?.semantic.every((row) => row.verdict === 'SUPPORTED')).toBe(true)
    expect(run.report?.snapshot?.invocations[0]?.items[0]?.excerpt).toBe(steps)
    expect(run.invocations).toHaveLength(1)
    expect(run.turns).toHaveLength(2)
    expect(run.drafts).toEqual([])
    expect(JSON.stringify(events())).toContain(run.run_id)
  })

  test('shows the model exactly the stored bytes', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) => (turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request))),
      find: () => gateway,
    })
    const run = await diagnose(question)
    const shown = heard[1]?.messages.find((m) => m.role === 'tool')?.content
    expect(shown).toBe(JSON.stringify(run.invocations[0]?.result))
  })

  test('with negative evidence only is published without a conclusion', async () => {
    const { diagnose } = await open({
      model: (turn, request) => (turn === 1 ? lookUp('quantum flux') : submit(negativeDraft(request))),
      find: () => [],
    })
    const run = await diagnose('Why does the quantum flux oscillate?')
    expect(run.report).toMatchObject({ status: 'PUBLISHED', draft: { conclusion: null } })
    expect(run.report?.snapshot?.invocations[0]).toMatchObject({ evidence_status: 'NO_EVIDENCE', items: [] })
  })

  test('is published after one repair, and the rejected draft stays readable with its violations', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) => {
        if (turn === 1) return lookUp('gateway timeout')
        return submit(turn === 2 ? honestDraft(request, { tool_call_ids: ['c9-0000'] }) : honestDraft(request))
      },
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(run.drafts).toHaveLength(1)
    expect(run.drafts[0]?.violations.map((v) => v.code)).toContain('TOOL_CALL_UNKNOWN')
    const repair = heard[2]
    expect(repair && toolsOf(repair)).toEqual(['submit_diagnosis'])
    expect(JSON.stringify(repair?.messages)).toContain('TOOL_CALL_UNKNOWN')
  })

  test('that cannot be repaired falls back, and says what stopped it', async () => {
    const wrong = ['c9-0000', 'c8-0000', 'c7-0000']
    const { diagnose, heard } = await open({
      model: (turn, request) => {
        if (turn === 1) return lookUp('gateway timeout')
        const ids = wrong.slice(0, turn - 1)
        return submit(honestDraft(request, { tool_call_ids: ids }))
      },
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.report).toMatchObject({
      status: 'FALLBACK',
      draft: null,
      citations_verified: false,
      fallback_cause: 'REPAIRS_EXHAUSTED',
    })
    expect(run.report?.violations.map((v) => v.code)).toContain('TOOL_CALL_UNKNOWN')
    expect(run.report?.snapshot?.invocations[0]?.items[0]?.excerpt).toBe(steps)
    expect(run.drafts).toHaveLength(3)
    expect(heard).toHaveLength(4)
  })

  test('whose repairs add statements falls back, and says that this stopped the last one', async () => {
    const { diagnose } = await open({
      model: (turn, request) => {
        if (turn === 1) return lookUp('gateway timeout')
        if (turn === 2) return submit(honestDraft(request, { tool_call_ids: ['c9-0000'] }))
        const action = { id: `p${turn}`, text: 'Check the upstream first.', based_on_analysis_ids: ['a1'] }
        return submit(
          honestDraft(request, {}, { action_plan: turn === 3 ? [action] : [action, { ...action, id: 'p9' }] }),
        )
      },
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.report).toMatchObject({
      status: 'FALLBACK',
      fallback_cause: 'REPAIRS_EXHAUSTED',
      violations: [],
      refused: [
        { code: 'STATEMENT_ADDED', path: '/action_plan/0/id' },
        { code: 'STATEMENT_ADDED', path: '/action_plan/1/id' },
      ],
    })
    expect(run.drafts.map(({ turn, refused = [] }) => [turn, refused.length])).toEqual([
      [2, 0],
      [3, 1],
      [4, 2],
    ])
  })

  test('whose repair changes nothing falls back early', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) =>
        turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request, { tool_call_ids: ['c9-0000'] })),
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.report).toMatchObject({ status: 'FALLBACK', fallback_cause: 'REPAIR_UNCHANGED' })
    expect(heard).toHaveLength(3)
  })

  test('that gains nothing must hand in its draft', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) => (turn <= 3 ? lookUp(`try ${turn}`) : submit(honestDraft(request))),
      find: () => gateway,
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(run.harness).toMatchObject({ stop_required: true, stop_reason: 'NO_GAIN', tool_calls_used: 3 })
    expect(heard[3] && toolsOf(heard[3])).toEqual(['submit_diagnosis'])
  })

  test('that has spent its budget must hand in its draft', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) => (turn === 1 ? lookUp('one', 'two') : submit(honestDraft(request))),
      find: (query) => [{ key: `${query}-11111111#chunk-1`, text: steps }],
      environment: { RUN_TOOL_CALL_BUDGET: '2' },
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(run.harness.tool_calls_used).toBe(2)
    expect(heard[1] && toolsOf(heard[1])).toEqual(['submit_diagnosis'])
  })

  test('whose model says nothing falls back', async () => {
    const { diagnose } = await open({ model: () => ({ text: '' }), find: () => gateway })
    const run = await diagnose(question)
    expect(run.report).toMatchObject({ status: 'FALLBACK', fallback_cause: 'MODEL_SILENT', draft: null })
  })

  test('whose model talks without ever handing in falls back when its turns are used up', async () => {
    const { diagnose, heard } = await open({
      model: (turn) => lookUp(`topic ${turn}`),
      find: (query) => [{ key: `${query.replace(/\W/g, '')}-11111111#chunk-1`, text: steps }],
      environment: { RUN_MAX_TURNS: '3' },
    })
    const run = await diagnose(question)
    expect(run.report).toMatchObject({ status: 'FALLBACK', draft: null })
    expect(run.report?.fallback_cause).toBe('TURNS_EXHAUSTED')
    expect(heard).toHaveLength(3)
    expect(heard[2] && toolsOf(heard[2])).toEqual(['submit_diagnosis'])
  })

  test('whose model is down is tried three times and falls back', async () => {
    const { diagnose, heard } = await open({ model: () => ({ status: 503 }), find: () => gateway })
    const run = await diagnose(question)
    expect(heard).toHaveLength(3)
    expect(run.report).toMatchObject({ status: 'FALLBACK', fallback_cause: 'MODEL_UNAVAILABLE' })
  })

  test('that runs out of time falls back with what was found', async () => {
    const { diagnose, heard } = await open({
      model: () => lookUp('gateway timeout'),
      find: () => gateway,
    })
    const run = await diagnose(question, { lifeSeconds: 20 })
    expect(run.report).toMatchObject({ status: 'FALLBACK', fallback_cause: 'TIMEOUT' })
    expect(heard).toHaveLength(0)
  })

  test('whose judge finds a statement overstated is repaired, and its report names the judge', async () => {
    let judged = 0
    const { diagnose } = await open({
      model: (_turn, request) => {
        if (toolsOf(request).includes('submit_review')) {
          judged += 1
          const verdict = judged === 1 ? 'OVERSTATED' : 'SUPPORTED'
          const names = ['/analysis/0', '/conclusion']
          const reviews = names.map((statement) => ({ statement, verdict, reason: 'as the rubric says', words: [] }))
          return { calls: [{ name: 'submit_review', arguments: { reviews } }] }
        }
        return toolsOf(request).includes('lookup_knowledge') && request.messages.every((m) => m.role !== 'tool')
          ? lookUp('gateway timeout')
          : submit(honestDraft(request))
      },
      find: () => gateway,
      environment: { SEMANTIC_JUDGE: 'model' },
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(judged).toBe(2)
    expect(run.report?.semantic_review).toMatchObject({ layer: 'judge', model: 'openai:scripted' })
    expect(run.drafts[0]?.semantic?.rows[0]).toMatchObject({ verdict: 'OVERSTATED', rule: 'judge' })
  })

  test('whose judge cannot be heard is published by the rules, and says so', async () => {
    const { diagnose } = await open({
      model: (turn, request) => {
        if (toolsOf(request).includes('submit_review')) return { status: 500 }
        return turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request))
      },
      find: () => gateway,
      environment: { SEMANTIC_JUDGE: 'model' },
    })
    const run = await diagnose(question)
    expect(run.report?.semantic_review).toMatchObject({ layer: 'rules', judge_unavailable: 'E_MODEL_UNAVAILABLE' })
  })

  test('goes on when the knowledge service fails half-way: the model is told, and nothing failed is cited', async () => {
    const { diagnose, heard } = await open({
      model: (turn, request) => (turn <= 2 ? lookUp(`look ${turn}`) : submit(honestDraft(request))),
      find: (_query, nth) => (nth === 1 ? gateway : { status: 500 }),
    })
    const run = await diagnose(question)
    expect(run.state).toBe('PUBLISHED')
    expect(heard[2] && errorsOf(heard[2]).map((e) => e.error.code)).toEqual(['E_KNOWLEDGE_UNAVAILABLE'])
    expect(run.invocations.map((i) => i.status)).toEqual(['READY', 'FAILED'])
  })

  test('runs each task twice without a second search, turn, review or report, and the report keeps its bytes', async () => {
    let searched = 0
    const runId = 'each-task-twice'
    const published: unknown[] = []
    const { diagnose, heard, client, ledgerTable } = await open({
      model: (turn, request) => (turn === 1 ? lookUp('gateway timeout') : submit(honestDraft(request))),
      find: (_query, nth) => {
        searched = nth
        return gateway
      },
      around: (invoke) => async (name, event) => {
        await invoke(name, event)
        if (name === 'publish') published.push((await stored()).filter(isReport))
        return invoke(name, event)
      },
    })
    const stored = async () => {
      const query = new QueryCommand({
        TableName: ledgerTable,
        KeyConditionExpression: 'run_id = :run',
        ExpressionAttributeValues: { ':run': runId },
        ConsistentRead: true,
      })
      return (await client.send(query)).Items ?? []
    }
    const isReport = ({ item }: Readonly<Record<string, unknown>>) => String(item).startsWith('REPORT')
    const run = await diagnose(question, { runId })
    expect(run.state).toBe('PUBLISHED')
    expect(heard).toHaveLength(2)
    expect(run.turns).toHaveLength(2)
    expect(run.harness.tool_calls_used).toBe(1)
    expect(searched).toBe(1)
    const reports = (await stored()).filter(isReport)
    expect(reports).toHaveLength(1)
    expect(published).toEqual([reports])
  })

  test('keeps its state below 32 KB, however much was found', async () => {
    const long = 'The gateway gives up after 60 s when the backend is slow. '.repeat(20)
    const { diagnose, largestState } = await open({
      model: (turn, request) =>
        turn === 1 ? lookUp('a', 'b', 'c', 'd', 'e') : submit(honestDraft(request, {}, { conclusion: null })),
      find: (query) => Array.from({ length: 8 }, (_, i) => ({ key: `${query}${i}-11111111#chunk-1`, text: long })),
    })
    const run = await diagnose(question)
    expect(run.invocations).toHaveLength(5)
    expect(largestState()).toBeGreaterThan(100)
    expect(largestState()).toBeLessThan(32_768)
  })
})
