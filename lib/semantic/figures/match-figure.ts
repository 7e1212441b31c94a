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
    stated.readings.some((mine, i) => {
      const readings = readAlike(stated, given) ? given.readings.slice(i, i + 1) : given.readings
      if (readings.some((theirs) => sameReading(stated, mine, theirs))) return true
      if (!isBare(given)) return false
      return mine.dimension !== 'count' && stated.raw === given.raw && namesDimension(sentence, mine.dimension)
    }) ||
    (isBare(stated) && near(stated.raw, given.raw))
  )
}

/**
 * Whether `given` could stand where `stated` does: in a dimension that they share, or in any where the statement leaves the
 * unit out.
 */
export function sameSort(stated: Figure, given: Figure): boolean {
  if (stated.date || given.date) return stated.date === given.date
  return isBare(stated) || sharedDimension(stated, given)
}

/** Whether the two are measured in the same: a dimension, and where both have a Chinese measure word (条, 台), the same one. */
export function sameMeasure(one: Figure, other: Figure): boolean {
  if (one.date || other.date) return one.date === other.date
  if (han.test(one.counted) && han.test(other.counted) && one.counted !== other.counted) return false
  return sharedDimension(one, other)
}

const han = /^\p{Script=Han}/u

function sharedDimension(one: Figure, other: Figure): boolean {
  return one.readings.some(({ dimension }) => other.readings.some((reading) => reading.dimension === dimension))
}

/** A number that does not say of what. */
function isBare({ counted, readings }: Figure): boolean {
  return counted === '' && readings.every((r) => r.dimension === 'count' && r.factor === 1)
}

/**
 * Whether the two can be read in the same ways, so that each reading of one is compared with its like only: MB and GB are both
 * decimal or both binary, or else 451 MB would be 473 MB.
 */
function readAlike(one: Figure, other: Figure): boolean {
  return (
    one.readings.length === other.readings.length &&
    one.readings.every(({ dimension }, i) => other.readings[i]?.dimension === dimension)
  )
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
