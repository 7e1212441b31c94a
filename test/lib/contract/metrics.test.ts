// The table of metrics: whatever derives from it may rely on this.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { metrics } from '../../../lib/contract/metrics.ts'
import { semanticVerdict } from '../../../lib/contract/semantic.ts'
import { fallbackCause } from '../../../lib/contract/turn.ts'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { violationCodes } from '../../../lib/contract/violations.ts'
import { serviceCalls } from '../../../lib/knowledge/py-rag/service-calls.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .filter((file) => !file.replaceAll('\\', '/').includes('contract/metrics'))
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join('\n')

describe('each metric', () => {
  const sources = textOf('{lib,functions}/**/*.ts')
  const tests = textOf('test/{lib,functions}/**/*.test.ts')

  test.each(Object.keys(metrics))('%s is measured by a function, and expected by a test', (name) => {
    expect(sources).toContain(`measure('${name}'`)
    expect(tests).toContain(`'${name}'`)
  })

  test.each(Object.entries(metrics))(
    '%s has few combinations of dimensions, and names that CloudWatch takes',
    (name, row) => {
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
      const sizes = Object.values<readonly string[]>(row.dimensions).map((values) => values.length)
      expect(sizes.reduce((product, size) => product * size, 1)).toBeLessThanOrEqual(30)
      for (const [dimension, values] of Object.entries<readonly string[]>(row.dimensions)) {
        expect(dimension).not.toBe('service')
        expect(new Set(values).size).toBe(values.length)
        for (const value of values) expect(value).toMatch(/^[\w-]+$/)
      }
    },
  )
})

test('dimensions have the values of what they count, all of them', () => {
  expect(metrics.GuardViolations.dimensions.code).toEqual(violationCodes)
  expect(metrics.GuardVerdicts.dimensions.verdict).toEqual(guardVerdict.shape.verdict.options)
  expect(metrics.SemanticVerdicts.dimensions.verdict).toEqual(semanticVerdict.options)
  expect(metrics.Fallbacks.dimensions.cause).toEqual(fallbackCause.options)
  expect(metrics.KnowledgeLatency.dimensions.operation).toEqual(Object.keys(serviceCalls))
})
