import { expect, test } from 'vitest'
import { assumptions } from '../../../../eval/bench/cost/assumptions.ts'
import { readFlags } from '../../../../eval/bench/cost/read-flags.ts'

test('without flags the assumptions stand', () => {
  expect(readFlags([])).toEqual(assumptions)
})

test('a flag changes what it names and nothing else', () => {
  const given = readFlags(['--duration', 'search-tool=300', '--duration', 'publish=1', '--traced', '0.05'])
  const durationMs = { ...assumptions.durationMs, 'search-tool': 300, publish: 1 }
  expect(given).toEqual({ ...assumptions, traced: 0.05, durationMs })
})

test.each([
  [['--traced', 'all'], '--traced'],
  [['--traced=-1'], '--traced must be a number from 0 up'],
  [['--duration', 'search=300'], 'no function search'],
  [['--duration', 'publish'], '--duration publish'],
  [['--region', 'eu'], 'region'],
])('%s is refused by name', (args, message) => {
  expect(() => readFlags(args)).toThrow(message)
})
