// What the evaluation is for: where the product is broken on purpose, the cases that show the rule go red by name.
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { runAll } from '../../../eval/diagnosis/evaluate-cases.ts'
import { readCases } from '../../../eval/diagnosis/read-cases.ts'
import { makeTables } from '../../../eval/diagnosis/world/open-world.ts'
import type { Emulator } from '../../../eval/diagnosis/world-pool.ts'
import { violationCodes } from '../../../lib/contract/violations.ts'
import { ownFolder, someCases } from './case-folder.ts'

const broken = vi.hoisted(() => ({
  skippedRule: '',
  moreRepairs: 0,
  salvage: 'as it is' as 'as it is' | 'dropped' | 'greedy',
  causeLost: false,
  refusalLost: false,
  semantic: 'as it is' as 'as it is' | 'blind',
}))
const whole = { ...broken }

vi.mock('../../../lib/guard/rules.ts', async (original) => {
  const actual = await original<typeof import('../../../lib/guard/rules.ts')>()
  return {
    ...actual,
    get contentRules() {
      return actual.contentRules.filter(({ code }) => code !== broken.skippedRule)
    },
    get shapeRule() {
      const { shapeRule } = actual
      return shapeRule.code === broken.skippedRule ? { ...shapeRule, check: () => [] } : shapeRule
    },
  }
})

vi.mock('../../../lib/diagnosis/plan-turn.ts', async (original) => {
  const { planTurn } = await original<typeof import('../../../lib/diagnosis/plan-turn.ts')>()
  return {
    planTurn: ((turns, stop, limits) =>
      planTurn(turns, stop, {
        ...limits,
        maxRepairs: limits.maxRepairs + broken.moreRepairs,
      })) satisfies typeof planTurn,
  }
})

vi.mock('../../../lib/diagnosis/salvage-draft.ts', async (original) => {
  const { salvageDraft } = await original<typeof import('../../../lib/diagnosis/salvage-draft.ts')>()
  const read = (text: string) => {
    try {
      return { value: JSON.parse(text) }
    } catch {
      return null
    }
  }
  const between = (text: string) => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  return {
    salvageDraft: (text: string) =>
      broken.salvage === 'dropped'
        ? read(text)
        : broken.salvage === 'greedy'
          ? read(between(text))
          : salvageDraft(text),
  }
})

vi.mock('../../../functions/publish/publish.ts', async (original) => {
  const { createPublish } = await original<typeof import('../../../functions/publish/publish.ts')>()
  return {
    createPublish: ((ports) => {
      const { runs } = ports
      const write: typeof runs.publish = (access, report) =>
        runs.publish(access, broken.refusalLost ? { ...report, refused: [] } : report)
      const publish = createPublish({ ...ports, runs: { ...runs, publish: write } })
      return (given, call) =>
        publish(broken.causeLost && typeof given === 'object' ? { ...given, cause: undefined } : given, call)
    }) satisfies typeof createPublish,
  }
})

vi.mock('../../../lib/semantic/judge-draft.ts', async (original) => {
  const { judgeDraft } = await original<typeof import('../../../lib/semantic/judge-draft.ts')>()
  return {
    judgeDraft: ((draft, snapshot) =>
      judgeDraft(draft, snapshot).map((row) =>
        broken.semantic === 'blind' ? { ...row, verdict: 'SUPPORTED' as const } : row,
      )) satisfies typeof judgeDraft,
  }
})

let emulator: Emulator
beforeAll(async () => {
  const endpoint = inject('databases')[0]?.endpoint ?? ''
  emulator = { endpoint, tables: await makeTables(endpoint) }
})
beforeEach(() => void Object.assign(broken, whole))

/** Ids of those of the cases that fail. In tables of their own: a case is run more than once here. */
async function failing(...ids: readonly string[]): Promise<string[]> {
  const fresh = { ...emulator, tables: await makeTables(emulator.endpoint) }
  const results = await runAll(fresh, someCases(...ids))
  return results.filter(({ pass }) => !pass).map(({ id }) => id)
}

describe('the evaluation', () => {
  test('finds nothing where nothing is broken', async () => {
    expect(await failing('honest', 'repairs-exhausted', 'salvaged-from-a-fence', 'lie-changed-number')).toEqual([])
  })

  describe('names the case where a rule of the guard is skipped', () => {
    const { cases } = readCases(ownFolder)
    test.each(violationCodes)('%s', async (code) => {
      const of = cases.filter(({ expect: { drafts } }) =>
        drafts.some((draft) => new RegExp(`\\b${code}\\b`).test(draft)),
      )
      const id = of.find(({ tags }) => tags.includes('lie'))?.id ?? of[0]?.id ?? ''
      broken.skippedRule = code
      expect(await failing(id)).toEqual([id])
    })
  })

  test.each([1, -1])('names the cases where %i more repair is allowed', async (more) => {
    broken.moreRepairs = more
    expect(await failing('honest', 'repairs-exhausted')).toEqual(['repairs-exhausted'])
  })

  test('names the cases where drafts are no longer salvaged', async () => {
    broken.salvage = 'dropped'
    const ids = ['salvaged-behind-prose', 'salvaged-from-a-fence']
    expect((await failing('honest', ...ids)).sort()).toEqual(ids)
  })

  test('names the case where more is salvaged than may be', async () => {
    broken.salvage = 'greedy'
    expect(await failing('honest', 'not-salvaged-with-garbage-behind')).toEqual(['not-salvaged-with-garbage-behind'])
  })

  test('names the cases where a fallback no longer says why', async () => {
    broken.causeLost = true
    const ids = ['model-down', 'out-of-time', 'repairs-exhausted']
    expect((await failing('honest', ...ids)).sort()).toEqual(ids)
  })

  test('names the case where a fallback no longer says what stopped the last draft', async () => {
    broken.refusalLost = true
    expect(await failing('honest', 'repairs-add-statements')).toEqual(['repairs-add-statements'])
  })

  test('names the cases where the semantic guard sees nothing', async () => {
    broken.semantic = 'blind'
    const ids = ['lie-changed-number', 'lie-dropped-negation-chinese', 'lie-overstated']
    expect((await failing('honest', ...ids)).sort()).toEqual(ids)
  })
})
