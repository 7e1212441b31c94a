import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { evaluateAssets } from '../../../eval/rag-retrieval/evaluate-assets.ts'
import { readAssets } from '../../../eval/rag-retrieval/read-assets.ts'
import { contractCases, editJson, makeAssets, remove, temporaryFolder, writeJson } from './small-assets.ts'

let folder = ''
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = temporaryFolder()
  makeAssets(folder, ['contract-order', 'contract-caps'])
})
afterEach(() => remove(folder))

describe('assets that nobody could rely on are refused, by the name of their file', () => {
  test('a recording that belongs to no case', () => {
    writeJson(at('fixtures/gone.json'), {})
    expect(() => readAssets(folder)).toThrow(/gone\.json belongs to no case/)
  })

  test('the recording of another case', () => {
    editJson(at('fixtures/contract-caps.json'), 'caseId', 'contract-order')
    expect(() => readAssets(folder)).toThrow(/contract-caps\.json is the recording of another case/)
  })

  test('a recording that is not JSON, or not a recording', () => {
    writeFileSync(at('fixtures/contract-caps.json'), '{')
    expect(() => readAssets(folder)).toThrow(/contract-caps\.json is not JSON/)
    writeJson(at('fixtures/contract-caps.json'), { caseId: 'contract-caps' })
    expect(() => readAssets(folder)).toThrow(/contract-caps\.json is not valid: .*engineResponses/)
  })

  test('a contract case with the id of a golden one', () => {
    const cases = contractCases.filter(({ id }) => id === 'contract-caps')
    writeJson(at('cases/contract-cases.json'), { schemaVersion: 1, categoryPolicy: {}, cases })
    expect(() => readAssets(folder)).toThrow(/uses the id contract-caps of a golden case/)
  })

  test('no cases at all', () => {
    remove(at('cases'))
    expect(() => readAssets(folder)).toThrow(/golden-cases\.json cannot be read/)
  })
})

test('a written answer is checked, and counts in no figure of the engine', async () => {
  makeAssets(folder, ['contract-order'])
  const cases = contractCases
    .filter(({ id }) => id === 'contract-caps')
    .map((each) => ({ ...each, expectedKeywords: ['not in there'] }))
  writeJson(at('cases/contract-cases.json'), { schemaVersion: 1, categoryPolicy: {}, cases })
  const { totals, cases: results } = await evaluateAssets(readAssets(folder))
  expect(results.map(({ id, pass }) => [id, pass])).toEqual([
    ['contract-order', true],
    ['contract-caps', false],
  ])
  expect(totals.metrics).toMatchObject({ passRate: 0.5, strongHitRate: 1, missCount: 0, recallAtK: 1 })
})

test('a recording that changed is another recording', async () => {
  const before = readAssets(folder).recording
  expect(readAssets(folder).recording).toBe(before)
  editJson(at('fixtures/contract-caps.json'), 'lookupResult.topSimilarity', 0.91)
  expect(readAssets(folder).recording).not.toBe(before)
})
