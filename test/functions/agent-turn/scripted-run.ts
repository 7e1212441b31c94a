// A run in memory and a model that says what a test has written down. The ledger keeps state; nothing else is faked.
import { createTurn } from '../../../functions/agent-turn/turn.ts'
import type { CanonicalInvocation, Harness } from '../../../lib/contract/invocation.ts'
import type { SemanticReview } from '../../../lib/contract/semantic.ts'
import { type TurnItem, turnItem } from '../../../lib/contract/turn.ts'
import type { ModelAnswer, ModelRequest } from '../../../lib/diagnosis/model-port.ts'
import type { DiagnosisRun } from '../../../lib/ledger/diagnosis-ledger.ts'
import { found as foundRecord, item, now } from '../../lib/guard/builders.ts'
import { recordedTelemetry } from '../../lib/lambda/recorded-telemetry.ts'

export type Say = Partial<ModelAnswer> | Error | ((request: ModelRequest) => Partial<ModelAnswer>)

let ids = 0
export const call = (name: string, args: unknown, id = `call_${ids++}_x9fKq27`) => ({
  id,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
})
export const lookup = (query: string) => call('lookup_knowledge', { query })
export const submit = (draft: unknown) => call('submit_diagnosis', draft)
export const calls = (...toolCalls: ReturnType<typeof call>[]): Partial<ModelAnswer> => ({
  toolCalls,
  stop: 'tool_calls',
})
export const text = (words: string | null): Partial<ModelAnswer> => ({ text: words, stop: 'end' })

export const runId = 'run-1'
/** The first four hex digits of the SHA-256 of `run-1`, by `printf run-1 | sha256sum`. */
export const idOf = (counter: number) => `c${counter}-4e65`

const open: DiagnosisRun['harness'] = {
  tool_calls_used: 0,
  tool_calls_budget: 8,
  stop_required: false,
  stop_reason: null,
}

export type ScriptedRun = ReturnType<typeof openRun>

export function openRun(
  script: readonly Say[],
  over: Partial<Pick<DiagnosisRun, 'question' | 'state' | 'endsAt'>> & { maxTurns?: number; maxRepairs?: number } = {},
) {
  const { maxTurns = 8, maxRepairs = 2, question = 'Why does the gateway time out?', ...rest } = over
  const requests: ModelRequest[] = []
  const turns: TurnItem[] = []
  const records: CanonicalInvocation[] = []
  const reviews = new Map<number, SemanticReview>()
  const run = { question, state: 'RUNNING' as const, endsAt: now + 900_000, report: null, ...rest }
  const harness = { current: open }
  const hooks: { beforePut?: (turn: TurnItem) => void } = {}
  const said = [...script]
  const { telemetry, lines, measured } = recordedTelemetry()
  const ports = {
    runs: {
      read: async (): Promise<DiagnosisRun> => ({
        ...run,
        harness: harness.current,
        calls: [...records],
        turns: structuredClone(turns),
        reviews,
      }),
      // As the ledger does it: through JSON, once, and the first one stands.
      putTurn: async (_: unknown, given: TurnItem) => {
        hooks.beforePut?.(given)
        const winner = turns.find((turn) => turn.n === given.n)
        if (winner !== undefined) return structuredClone(winner)
        turns.push(turnItem.parse(JSON.parse(JSON.stringify(given))))
        return given
      },
    },
    ledger: {
      readCited: async (_: unknown, cited: readonly string[]) => ({
        records: new Map(records.filter((r) => cited.includes(r.tool_call_id)).map((r) => [r.tool_call_id, r])),
        foreign: new Set<string>(),
        knownIds: records.map((r) => r.tool_call_id),
      }),
    },
    model: {
      name: 'scripted',
      turn: async (request: ModelRequest): Promise<ModelAnswer> => {
        requests.push(structuredClone(request))
        const next = said.shift()
        if (next === undefined) throw new Error('the script has no more to say')
        if (next instanceof Error) throw next
        const answer = typeof next === 'function' ? next(request) : next
        return { text: null, toolCalls: [], stop: 'end', ...answer }
      },
    },
    now: () => now,
    telemetry,
  }
  const task = createTurn(ports, { maxTurns, maxRepairs })
  const invoke = (input: Record<string, unknown>) =>
    task(
      { run_id: runId, lookup_errors: [], rejected: {}, ...input },
      { owner: 'alice', requestId: 'req-1', deadline: now + 80_000 },
    )
  const turn = (n: number, kind: 'search' | 'repair' = 'search', more: Record<string, unknown> = {}) =>
    invoke({ turn: n, kind, ...more })
  return {
    requests,
    turns,
    records,
    reviews,
    hooks,
    invoke,
    turn,
    /** Stores what a lookup found, under its id. */
    found: (id: string, documents: readonly string[], excerpt?: string) => {
      const items = documents.map((d) => item(d, excerpt === undefined ? {} : { excerpt }))
      records.push(foundRecord(id, items))
    },
    stop: (reason: Harness['stop_reason']) => {
      harness.current = { ...open, stop_required: reason !== null, stop_reason: reason }
    },
    lines,
    measured,
    /** The last request that the model got. */
    lastRequest: (): ModelRequest => {
      const request = requests.at(-1)
      if (request === undefined) throw new Error('the model was not asked')
      return request
    },
    /** Names of the tools that were offered last. */
    offered: () => requests.at(-1)?.tools.map((tool) => tool.name),
    /** What the model was told last, by whom. */
    told: () => requests.at(-1)?.messages.at(-1),
  }
}

/** A draft that passes over a run whose first lookup found `d#chunk-1` and whose second found nothing. */
export const goodDraft = (over: Record<string, unknown> = {}) => ({
  analysis: [
    {
      id: 'a1',
      kind: 'NORMAL',
      text: 'It is an excerpt.',
      tool_call_ids: [idOf(1)],
      document_ids: ['d#chunk-1'],
      quotes: [{ document_id: 'd#chunk-1', text: 'Excerpt of d#chunk-1.' }],
    },
  ],
  conclusion: { text: 'It is an excerpt.', based_on_analysis_ids: ['a1'] },
  action_plan: [],
  limitations: ['One document only.'],
  ...over,
})
