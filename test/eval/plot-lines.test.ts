import { expect, test } from 'vitest'
import { plotLines } from '../../eval/plot-lines.ts'

const options = { title: 'a < b', xLabel: 'chunks', yLabel: 'ms' }
const circles = (svg: string) =>
  [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

test('equal ratios are equal distances on both axes, and more is further right and up', () => {
  const svg = plotLines(
    [
      {
        name: 'one',
        points: [
          [10, 1],
          [100, 10],
          [1000, 100],
        ],
      },
    ],
    options,
  )
  const [first, second, third] = circles(svg)
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo((third?.[0] ?? 0) - (second?.[0] ?? 0), 0)
  expect((first?.[1] ?? 0) - (second?.[1] ?? 0)).toBeCloseTo((second?.[1] ?? 0) - (third?.[1] ?? 0), 0)
  expect(third?.[0]).toBeGreaterThan(first?.[0] ?? 0)
  expect(third?.[1]).toBeLessThan(first?.[1] ?? 0)
})

test('every line has its points and its name, and text is escaped', () => {
  const lines = ['x & y', 'z'].map((name) => ({
    name,
    points: [
      [1, 2],
      [5, 3],
    ] as const,
  }))
  const svg = plotLines(lines, options)
  expect(circles(svg)).toHaveLength(4)
  expect(svg).toContain('x &amp; y')
  expect(svg).toContain('a &lt; b')
})
