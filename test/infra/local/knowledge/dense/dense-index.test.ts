import { describe, expect, it, test } from 'vitest'
import { createDenseIndex } from '../../../../../infra/local/knowledge/dense/dense-index.ts'
import { unitVector, type Vector } from '../../../../../infra/local/knowledge/dense/embedder.ts'

const unit = (...numbers: number[]): Vector => unitVector(numbers) ?? new Float32Array()

/** 100 entries all around the circle, a degree or two apart in the first quarter. */
const around = () => {
  const index = createDenseIndex()
  for (let entry = 0; entry < 100; entry += 1) {
    const angle = (2 * Math.PI * entry) / 100
    index.add(entry, unit(Math.cos(angle), Math.sin(angle)))
  }
  return index
}

describe('dense index', () => {
  it('orders all entries by cosine', () => {
    const { nearest } = around().compare(unit(1, 0.001))
    expect(nearest.slice(0, 3)).toEqual([0, 1, 99])
    expect(nearest.at(-1)).toBe(50)
    expect(nearest).toHaveLength(100)
  })

  it('calls close what stands out among many others, and nothing when all are alike', () => {
    const index = createDenseIndex()
    for (let entry = 0; entry < 200; entry += 1) index.add(entry, unit(0.02, 1, entry / 400))
    const before = index.compare(unit(1, 0, 0))
    for (let entry = 0; entry < 200; entry += 1) expect(before.closeness(entry)).toBeLessThan(0.5)
    index.add(200, unit(1, 0.1, 0))
    const after = index.compare(unit(1, 0, 0))
    expect(after.closeness(200)).toBeGreaterThan(0.9)
    expect(after.closeness(3)).toBeLessThan(0.1)
  })

  it('does not depend on how large the numbers of a model are: only on how far an entry stands out', () => {
    const narrow = createDenseIndex()
    const wide = createDenseIndex()
    const spread = [-2, -1, 0, 1, 2, 9]
    for (const [entry, value] of spread.entries()) {
      narrow.add(entry, new Float32Array([0.8 + value * 0.01]))
      wide.add(entry, new Float32Array([value * 0.1]))
    }
    const one = new Float32Array([1])
    for (const entry of spread.keys()) {
      expect(narrow.compare(one).closeness(entry)).toBeCloseTo(wide.compare(one).closeness(entry), 4)
    }
  })

  it('says nothing of an entry without a vector, nor with a single entry', () => {
    const index = createDenseIndex()
    index.add(0, unit(1, 0))
    expect(index.compare(unit(1, 0)).closeness(0)).toBe(0)
    index.add(1, unit(0, 1))
    const likeness = index.compare(unit(1, 0))
    expect(likeness.nearest).toEqual([0, 1])
    expect(likeness.closeness(7)).toBe(0)
  })

  it('refuses to compare vectors of two lengths: nothing found would be no answer', () => {
    const index = createDenseIndex()
    index.add(0, unit(1, 0))
    index.add(1, unit(1, 0, 0))
    const unavailable = expect.objectContaining({ code: 'E_EMBEDDING_UNAVAILABLE' })
    expect(() => index.compare(unit(1, 0))).toThrow(unavailable)
    expect(() => index.compare(unit(1, 0, 0))).toThrow(unavailable)
  })
})

test('of very many entries, names those that stand out, and the nearest first', () => {
  const index = createDenseIndex()
  for (let entry = 0; entry < 3000; entry += 1) index.add(entry, unit(0.02 + (entry % 7) / 1000, 1))
  index.add(3000, unit(1, 0.2))
  index.add(3001, unit(1, 0.1))
  const { nearest, closeness } = index.compare(unit(1, 0))
  expect(nearest.slice(0, 2)).toEqual([3001, 3000])
  expect(nearest.length).toBeLessThan(3000)
  expect(closeness(3001)).toBeGreaterThan(0.9)
  expect(closeness(5)).toBe(0)
})
