// Spec 03: "items stay under 400 KB by construction". With every setting at its bound at once, and texts that neither compress nor
// escape well, each item of a run is stored all the same.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { evidenceFound } from '../../../functions/publish/evidence-found.ts'
import type { DiagnosisReport } from '../../../lib/contract/report.ts'
import { type SettingName, settings } from '../../../lib/contract/settings.ts'
import type { TurnItem } from '../../../lib/contract/turn.ts'
import { createDiagnosisLedger } from '../../../lib/ledger/diagnosis-ledger.ts'
import { runItem } from '../../../lib/ledger/run-item.ts'
import { makeTable, type TestLedger } from '../../lib/ledger/test-ledger.ts'
import { openSearchTool } from './search-tool.ts'

/** DynamoDB's limit of one item. */
const itemBytes = 400 * 1024

const endpoint = inject('databases')[0]?.endpoint ?? ''
let table = ''
beforeAll(async () => {
  table = await makeTable(endpoint)
})

const names = Object.keys(settings) as SettingName[]
/** Each number at its bound; one without a bound far above anything. */
const atBounds = Object.fromEntries(
  names.flatMap((name) => {
    const row: { readonly default: string | null; readonly max?: number } = settings[name]
    return /^[1-9]\d*$/.test(row.default ?? '') ? [[name, String(row.max ?? 1_000_000_000)]] : []
  }),
)
const numbers = { budget: Number(atBounds.RUN_TOOL_CALL_BUDGET), noGainLimit: 1_000_000 }
const open = () => openSearchTool(endpoint, table, { settings: atBounds, ledger: { limits: numbers } })

/** Six bits a character: what gzip makes least of that JSON need not escape. */
const noise = (chars: number) => randomBytes(chars).toString('base64url').slice(0, chars)
const kinds = {
  noise,
  Han: (chars: number) =>
    String.fromCodePoint(...randomBytes(chars).map((b) => b)).replace(/./gs, (c) =>
      String.fromCodePoint(0x4e00 + ((c.codePointAt(0) ?? 0) * 61 + Math.floor(Math.random() * 61))),
    ),
  emoji: (chars: number) => '📁'.repeat(chars),
  controls: (chars: number) => '\u0001x'.repeat(Math.ceil(chars / 2)),
  quotes: (chars: number) => '"\\'.repeat(Math.ceil(chars / 2)),
} as const
const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]))

const recorded = (tool_call_id: string, textOf: (chars: number) => string, items: number, idChars: number) => ({
  tool: `tool-${noise(120)}`,
  tool_call_id,
  args: { q: textOf(10_000) },
  items: Array.from({ length: items }, (_, i) => ({
    id: `${i}-${noise(idChars)}`.slice(0, 512),
    source: textOf(40),
    excerpt: textOf(Math.min(190_000, Math.ceil((Number(atBounds.PROJECTION_MAX_BYTES) - 5300) / items))),
  })),
})

/** Bytes of an item by DynamoDB's rules, near enough: names, texts, lists and maps with their overhead. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return value.length
  if (value instanceof Set) return [...value].reduce((sum: number, v) => sum + sizeOf(v), 3)
  if (Array.isArray(value)) return value.reduce((sum: number, v) => sum + 1 + sizeOf(v), 3)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).reduce((sum, [key, v]) => sum + 1 + Buffer.byteLength(key) + sizeOf(v), 3)
  }
  return 21
}

async function expectAllStored({ stored }: Pick<TestLedger, 'stored'>) {
  const sizes = (await stored()).map((item) => [item.item, sizeOf(item)] as const)
  for (const [item, size] of sizes) expect([item, size < itemBytes], `${item}: ${size} bytes`).toEqual([item, true])
  return new Map(sizes)
}

describe('with every setting at its bound', () => {
  test('a view of whatever text is stored, and as large as it may be', async () => {
    await fc.assert(
      fc.asyncProperty(kind, fc.constantFrom(1, 7, 50, 200), fc.constantFrom(1, 500), async (of, items, idChars) => {
        const tool = open()
        const { statusCode, json } = await tool.record(recorded('c1', kinds[of], items, idChars))
        expect(statusCode).toBe(200)
        expect(json.result.returned_count).toBeLessThanOrEqual(50)
        await expectAllStored(tool)
      }),
      { numRuns: 12 },
    )
  })

  test('a run with its whole budget of calls, each with the most evidence, has its log in one item', async () => {
    const tool = open()
    const idOf = (i: number) => `${i}-`.padEnd(128, 'x')
    const largest = (i: number) => tool.record(recorded(idOf(i), () => 'é', 60, 40))
    expect((await largest(0)).json.result.returned_count).toBe(50)
    // As many more of the same as leave room for one: letting each in would write the whole log a hundred times.
    const [first] = runItem.parse(await tool.storedItem('RUN')).log
    const entries = Array.from({ length: numbers.budget - 1 }, (_, i) => ({ ...first, tool_call_id: idOf(i) }))
    await tool.tamper('RUN', 'log', entries)
    await tool.tamper('RUN', 'call_ids', new Set(entries.map((entry) => entry.tool_call_id)))
    const { statusCode, json } = await largest(numbers.budget - 1)
    expect([statusCode, json.harness]).toMatchObject([
      200,
      { tool_calls_used: numbers.budget, stop_reason: 'BUDGET_EXHAUSTED' },
    ])
    const sizes = await expectAllStored(tool)
    expect(sizes.get('RUN')).toBeGreaterThan(150_000)
  })

  test('a turn that holds five of the largest views and the largest answer is stored; a fallback on all of a run is, too', async () => {
    const tool = open()
    const runs = createDiagnosisLedger({ ...tool.context, limits: numbers })
    await runs.open(tool.access(), noise(4000), 900)
    for (let i = 0; i < 12; i += 1) await tool.record(recorded(`c${i}`, noise, 3, 40))
    const run = await runs.read(tool.access())
    const views = run.calls
      .slice(0, 5)
      .map(({ tool_call_id, projection }) => ({ tool_call_id, text: projection ?? '' }))
    for (const { text } of views) expect(Buffer.byteLength(text)).toBeGreaterThan(30_000)
    const turn: TurnItem = {
      n: 1,
      kind: 'search',
      model: 'm',
      messages: [
        ...views.map((view) => ({ role: 'tool' as const, ...view })),
        {
          role: 'assistant',
          text: noise(16_000),
          tool_calls: [{ id: 'x', name: 'submit_diagnosis', arguments: noise(65_536) }],
        },
      ],
      stop: 'tool_calls',
      next: 'DRAFT',
      lookups: [],
      refused: [],
      draft: noise(65_536),
      fallback_cause: null,
      created_at: '2026-01-01T00:00:00.000Z',
    }
    await runs.putTurn(tool.access(), turn)
    const snapshot = evidenceFound(run.calls)
    const report: DiagnosisReport = {
      status: 'FALLBACK',
      question: run.question,
      draft: null,
      snapshot,
      citations_verified: false,
      semantic: [],
      semantic_review: null,
      violations: [],
      refused: [],
      fallback_cause: 'INTERNAL',
      message: null,
      limitations: [],
      model: 'm',
      published_at: '2026-01-01T00:00:00.000Z',
    }
    await runs.publish(tool.access(), report)
    const sizes = await expectAllStored(tool)
    expect([...sizes.keys()]).toEqual(expect.arrayContaining(['REPORT', 'TURN#0001']))
    // All calls were found and named; what had no room is marked, from where the room ended.
    expect(snapshot.invocations).toHaveLength(12)
    const without = snapshot.invocations.findIndex(({ items }) => items.length < 3)
    expect(without).toBeGreaterThan(4)
    for (const { items, truncated } of snapshot.invocations.slice(without + 1))
      expect([items, truncated]).toEqual([[], true])
  })
})
