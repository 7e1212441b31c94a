import { expect, test } from 'vitest'
import { captureLines } from '../../../../eval/bench/cost/capture-lines.ts'

test('lines are handed over whole, however they were written, until it stops', () => {
  const before = process.stdout.write
  const lines: string[] = []
  const capture = captureLines((line) => lines.push(line))
  process.stdout.write('one\ntw')
  process.stdout.write(Buffer.from('o\nthree, not ended'))
  process.stderr.write('four\n')
  capture.stop()
  expect(lines).toEqual(['one', 'two', 'four'])
  expect(process.stdout.write).toBe(before)
})
