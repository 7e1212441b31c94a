import type { Figure, Reading } from './find-figures.ts'
import { namesDimension } from './units.ts'

/**
 * Whether `stated` says what `given` (a figure of the evidence sentence `sentence`) says: the same value in the same
 * dimension, converted where needed, or rounded from it; a percentage for its fraction; a bare number where the statement
 * leaves the unit out, or where the evidence sentence names the dimension apart from the number.
 */
export function matchFigure(stated: Figure, given: Figure, sentence: string): boolean {
  if (stated.date || given.date) return stated.raw === given.raw
  return (
    stated.readings.some((mine) => {
      if (given.readings.some((theirs) => sameReading(stated, mine, theirs))) return true
      if (!isBare(given)) return false
      return mine.dimension !== 'count' && stated.raw === given.raw && namesDimension(sentence, mine.dimension)
    }) ||
    (isBare(stated) && near(stated.raw, given.raw))
  )
}

function isBare(figure: Figure): boolean {
  return figure.readings.every((r) => r.dimension === 'count' && r.factor === 1)
}

const comparable: ReadonlySet<string> = new Set(['count ratio', 'ratio count', 'money count', 'count money'])

function sameReading(stated: Figure, mine: Reading, theirs: Reading): boolean {
  const same = mine.dimension === theirs.dimension
  if (!same && !comparable.has(`${mine.dimension} ${theirs.dimension}`)) return false
  if (near(mine.value, theirs.value)) return true
  if (!same) return false
  if (stated.approximate) return Math.abs(mine.value - theirs.value) <= 0.05 * Math.abs(theirs.value)
  const inMyUnit = theirs.value / mine.factor
  return stated.significant >= 2 && !Number.isInteger(inMyUnit) && near(roundTo(inMyUnit, stated.decimals), stated.raw)
}

function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
