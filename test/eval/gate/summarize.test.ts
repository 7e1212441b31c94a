import { describe, expect, test } from 'vitest'
import { compareReports } from '../../../eval/gate/compare-reports.ts'
import { runEvaluation } from '../../../eval/gate/run-evaluation.ts'
import { summarize } from '../../../eval/gate/summarize.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import { caseOf, failed, reportOf, rules } from './reports.ts'

/** Clears the screen by either introducer, breaks the line in five ways, turns the text around. */
const hostile = '\u001b[2Jx\u009b2J\r\n\u0085\u2028\u2029PASS \u202eback'
const unsafe = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

describe('the verdict for a terminal', () => {
  test('holds no control character, whatever a field of case or baseline says', () => {
    const before = reportOf([
      caseOf(`${hostile}a`, { observed: { level: 'strong', rank: 1, way: hostile } }),
      caseOf(`${hostile}gone`),
    ])
    const failures = [{ field: hostile, expected: 1, actual: 2, message: hostile }]
    const after = reportOf([failed(`${hostile}a`, { failures }), caseOf(`${hostile}come`)])
    const other = { ...before, engine: hostile }
    for (const diff of [compareReports(rules, after, before), compareReports(rules, after, other), null]) {
      const lines = summarize(rules, after, diff)
      expect(lines.filter((line) => unsafe.test(line))).toEqual([])
      expect(lines).toContain('FAIL   [2Jx 2J PASS  backa:  [2Jx 2J PASS  back:  [2Jx 2J PASS  back')
    }
  })

  test('leaves other text as it is', () => {
    const [, , line] = summarize(rules, reportOf([failed('冷却液-é-👩‍🔧')]), null)
    expect(line).toBe('FAIL  冷却液-é-👩‍🔧: level: Nothing was found.')
  })
})

test('an input error is one line, whatever the input says', async () => {
  const said: string[] = []
  const evaluate = async () => {
    throw new Fault('E_VALIDATION', { message: `the case ${hostile}` })
  }
  const output = { log: () => undefined, error: (line: string) => said.push(line) }
  expect(await runEvaluation({ command: 'npm run x', rules, folder: '.', evaluate }, [], output)).toBe(2)
  expect(said[0]).toBe('the case  [2Jx 2J PASS  back')
})
