import type { Figure } from './find-figures.ts'
import { matchFigure, sameMeasure } from './match-figure.ts'

type Entry = { readonly value: number; readonly figure: Figure; readonly position: number }

/** The figures of an excerpt by value, so that a stated one is compared only with those near it. */
export type FigureIndex = readonly Entry[]

type Sentence = { readonly text: string; readonly figures: readonly Figure[] }

/** Nothing that `matchFigure` lets through is further off, relatively: it rounds from two digits on, and 5 % when told. */
const farthest = 0.06

export function indexFigures(sentences: readonly Sentence[]): FigureIndex {
  return sentences
    .flatMap(({ figures }, position) =>
      figures.flatMap((figure) => valuesOf(figure).map((value) => ({ value, figure, position }))),
    )
    .sort((a, b) => a.value - b.value)
}

/**
 * Positions of the sentences whose figures say what `stated` says, and whether one of these is measured in the same
 * (`sameMeasure`), not only by a reading that fits.
 */
export function positionsOfFigure(
  stated: Figure,
  index: FigureIndex,
  sentences: readonly Sentence[],
): ReadonlyMap<number, boolean> {
  const positions = new Map<number, boolean>()
  for (const value of valuesOf(stated)) {
    const last = value * (1 + farthest)
    for (let i = firstFrom(index, value * (1 - farthest)); i < index.length; i += 1) {
      const entry = index[i]
      if (entry === undefined || entry.value > last) break
      if (positions.get(entry.position)) continue
      if (matchFigure(stated, entry.figure, sentences[entry.position]?.text ?? ''))
        positions.set(entry.position, sameMeasure(stated, entry.figure))
    }
  }
  return positions
}

function valuesOf({ raw, readings }: Figure): number[] {
  return [...new Set([raw, ...readings.map((reading) => reading.value)])]
}

function firstFrom(index: FigureIndex, value: number): number {
  let from = 0
  let to = index.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((index[middle]?.value ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from
}
