// The guard proved by construction (spec 04): from valid drafts and ledgers, every rule broken in every way.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { violationCodes } from '../../../lib/contract/violations.ts'
import { judge, ledger, reported, draft as usualDraft } from './builders.ts'
import { holds } from './holds.ts'
import type { Mutation, Part } from './mutation.ts'
import { mutations } from './mutations.ts'
import { among, type Draw, type Scenario, validScenario } from './scenario.ts'

const judged = (s: Scenario) =>
  judge(s.draft, ledger([...s.records.values()], { foreign: s.foreign }), { requireQuotes: s.requireQuotes })
const parts: readonly Part[] = ['analysis', 'conclusion', 'action_plan', 'limitations']

/** Draws without shrinking: a scenario is small already, and the drawn values are printed. */
function forScenarios(numRuns: number, check: (g: Draw) => void): void {
  holds(fc.property(fc.gen(), check), { numRuns, endOnFailure: true })
}

test('a valid draft passes, whatever it holds', () => {
  forScenarios(60, (g) => {
    const scenario = validScenario(g)
    const verdict = judged(scenario)
    expect(reported(verdict)).toEqual([])
    expect(verdict.snapshot?.analyses.map((a) => a.analysis_id)).toEqual(scenario.draft.analysis.map((a) => a.id))
    // A fuller conclusion is never needed: none at all is a legal success.
    expect(judged({ ...scenario, draft: { ...scenario.draft, conclusion: null } }).verdict).toBe('PASS')
  })
})

describe('broken, it is rejected with exactly the codes and places that were broken', () => {
  test.each(mutations.map((mutation) => [mutation.code, mutation.way, mutation] as const))(
    '%s: %s',
    (_code, _way, mutation) => {
      forScenarios(20, (g) => {
        const scenario = validScenario(g)
        const expected = mutation.apply(scenario, g)
        // Not every scenario can be broken in this way; those that cannot are drawn again.
        fc.pre(expected !== null)
        const verdict = judged(scenario)
        expect(reported(verdict).toSorted()).toEqual(expected.toSorted())
        expect(verdict).toMatchObject({ verdict: 'REJECT', violations_total: expected.length, snapshot: null })
        expect(expected.some((row) => row.startsWith(`${mutation.code} `))).toBe(true)
      })
    },
  )
})

test('broken in several parts at once, each is reported, in document order', () => {
  forScenarios(60, (g) => {
    const scenario = validScenario(g)
    // Conclusion and actions rest on analysis ids, which no mutation of an analysis changes.
    const chosen = parts.map(
      (part): Mutation =>
        among(
          g,
          mutations.filter((mutation) => mutation.part === part),
        ),
    )
    const expected = chosen.map((mutation) => mutation.apply(scenario, g) ?? [])
    const rows = reported(judged(scenario))
    expect(rows.toSorted()).toEqual(expected.flat().toSorted())
    const order = rows.map((row) => parts.findIndex((part) => row.includes(` /${part}`)))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})

test('any change of the shape of a draft is code 1 and nothing else', () => {
  const fields = ['analysis', 'conclusion', 'action_plan', 'limitations'] as const
  holds(
    fc.property(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 3 }), fc.string(), (field, value, key) => {
      const rows = [judge(usualDraft({ [field]: value })), judge(usualDraft({ [`x${key}`]: value }))].map(reported)
      expect(rows[1]?.map((row) => row.split(' ')[0])).toEqual(['DRAFT_SCHEMA_INVALID'])
      const codes = new Set(rows[0]?.map((row) => row.split(' ')[0]))
      if (codes.has('DRAFT_SCHEMA_INVALID')) expect(codes.size).toBe(1)
    }),
  )
})

test('any JSON value is judged, and only a draft passes', () => {
  holds(
    fc.property(fc.jsonValue(), (value) => {
      expect(judge(value)).toMatchObject({ verdict: 'REJECT', snapshot: null })
    }),
  )
})

test('every code but that of the shape has a way of being broken', () => {
  expect(new Set(mutations.map((mutation) => mutation.code))).toEqual(
    new Set(violationCodes.filter((code) => code !== 'DRAFT_SCHEMA_INVALID')),
  )
})
