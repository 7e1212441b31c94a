// What can be said of the state machine without running it (spec 06).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import validate from 'asl-validator'
import { describe, expect, test } from 'vitest'
import { catalog } from '../../../functions/catalog.ts'
import { diagnosisDefinition, tasksOf } from '../../../infra/local/workflow-definition.ts'
import { faults } from '../../../lib/contract/faults.ts'
import { settings } from '../../../lib/contract/settings.ts'

const source = readFileSync(
  fileURLToPath(new URL('../../../infra/workflow/diagnosis.asl.json', import.meta.url)),
  'utf8',
)
const definition = diagnosisDefinition()

/** Every value of a key, anywhere in the definition. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [...(name === key ? [child] : []), ...valuesOf(child, key)])
}

describe('the definition of the diagnosis workflow', () => {
  test('is valid Amazon States Language', () => {
    expect(validate(diagnosisDefinition())).toMatchObject({ isValid: true })
  })

  test('uses JSONPath only: the local interpreter gets JSONata and variables wrong without an error', () => {
    for (const key of ['QueryLanguage', 'Assign', 'Arguments', 'Output', 'Condition']) {
      expect([key, valuesOf(definition, key)]).toEqual([key, []])
    }
    expect(source).not.toContain('{%')
  })

  test('names functions of the catalog and the event bus, and nothing else', () => {
    const names = new Set([...source.matchAll(/\$\{([^}]+)\}/g)].map(([, name]) => String(name)))
    expect([...names].filter((name) => name !== 'event-bus' && !(name in catalog))).toEqual([])
  })

  test('ends after 15 minutes, which is what a run is given by default', () => {
    expect(definition).toMatchObject({ TimeoutSeconds: 900 })
    expect(settings.DIAGNOSIS_TIMEOUT_SECONDS.default).toBe('900')
  })

  test('ends locally when DIAGNOSIS_TIMEOUT_SECONDS says, as far as a timer counts, and is the same else', () => {
    expect(diagnosisDefinition(60)).toEqual({ ...definition, TimeoutSeconds: 60 })
    expect(diagnosisDefinition(31_536_000)).toMatchObject({ TimeoutSeconds: 2_147_483 })
  })

  test('looks up at most three at a time', () => {
    expect(valuesOf(definition, 'MaxConcurrency')).toEqual([3])
  })

  test('retries and catches by names of our own errors, or of the platform', () => {
    const names = valuesOf(definition, 'ErrorEquals').flat().map(String)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !(name in faults) && !/^(States|Lambda)\./.test(name))).toEqual([])
  })

  test('tries a turn, a guard and a report again when the ledger cannot be reached', () => {
    for (const name of ['AgentTurn', 'EvidenceGuard', 'SemanticGuard', 'Publish']) {
      const retried = valuesOf(valuesOf(valuesOf(definition, name)[0], 'Retry'), 'ErrorEquals').flat()
      expect([name, retried]).toEqual([name, expect.arrayContaining(['E_LEDGER_UNAVAILABLE'])])
    }
  })

  test('hands on the words of our own errors only: a crash may bring 32 KB of anything', () => {
    expect(valuesOf(definition, 'WhoseError')[0]).toMatchObject({
      Choices: [{ Variable: '$.failure.Error', StringMatches: 'E_*', Next: 'LookupFailed' }],
      Default: 'LookupLost',
    })
    const causes = source.split('\n').filter((line) => line.includes('.Cause'))
    expect(causes).toHaveLength(1)
  })

  test('retries a retryable error of a lookup twice, after 1 s and 2 s', () => {
    const states = valuesOf(definition, 'Lookup')[0]
    expect(states).toMatchObject({ Retry: [{ IntervalSeconds: 1, BackoffRate: 2, MaxAttempts: 2 }] })
    const retried = valuesOf(states, 'Retry')
      .flatMap((r) => valuesOf(r, 'ErrorEquals'))
      .flat()
    const retryable = Object.entries(faults).filter(([code, row]) => row.retryable && /KNOWLEDGE|LEDGER/.test(code))
    for (const [code] of retryable) expect(retried).toContain(code)
  })

  test('every function ends before its task does, so that what it says is heard', () => {
    for (const { state, resource } of tasksOf(definition).filter((t) => t.resource in catalog)) {
      const limit = Number(valuesOf(valuesOf(definition, state)[0], 'TimeoutSeconds')[0])
      const row = catalog[resource as keyof typeof catalog]
      expect([state, row.timeoutSeconds < limit]).toEqual([state, true])
    }
  })

  test('no task is without a time limit, and none but the last two can fail the run', () => {
    const tasks = tasksOf(definition).map(({ state }) => state)
    expect(tasks.sort()).toEqual(
      ['AgentTurn', 'Announce', 'EvidenceGuard', 'Fallback', 'Lookup', 'Publish', 'SemanticGuard'].sort(),
    )
    for (const name of tasks) {
      const state = valuesOf(definition, name)[0]
      expect([name, state]).toEqual([name, expect.objectContaining({ TimeoutSeconds: expect.any(Number) })])
      const last = ['Announce', 'Fallback'].includes(name)
      expect([name, valuesOf(state, 'Catch').length > 0]).toEqual([name, !last])
    }
  })
})
