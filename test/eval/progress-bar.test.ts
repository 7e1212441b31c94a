import { expect, test } from 'vitest'
import { progressBar, progressLines } from '../../eval/progress-bar.ts'

const written = (make: typeof progressLines) => {
  const texts: string[] = []
  return { texts, progress: make({ write: (text: string) => texts.push(text) }, 'index') }
}

test('the bar is drawn anew when a whole percent has passed, under its label, and cleared at the end', () => {
  const { texts, progress } = written(progressBar)
  for (const done of [0, 0.001, 0.5, 1]) progress(done)
  expect(texts).toHaveLength(3)
  expect(texts[1]).toBe(`\rindex [${'#'.repeat(20)}${'.'.repeat(20)}]  50 %`)
  expect(texts[2]).toMatch(/^\r +\r$/)
  expect(texts[2]?.length).toBeGreaterThanOrEqual((texts[1] ?? '').length)
})

test('lines come once for each quarter, also when steps are larger than that', () => {
  const { texts, progress } = written(progressLines)
  for (const done of [0, 0.1, 0.26, 0.3, 0.8, 1]) progress(done)
  expect(texts).toEqual(['index: 25 %\n', 'index: 75 %\n', 'index: 100 %\n'])
})
