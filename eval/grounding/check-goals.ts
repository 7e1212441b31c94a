import type { SetSummary } from './summarize-set.ts'

/** Figures of "a figure is not in the evidence" that must hold where it is precise enough to block on. */
const figuresPrecision = 0.95
const figuresSets = /^wice/

/** What a set misses of the goals of layer 1, in words; none when it meets them or has nothing to measure them by. */
export function checkGoals(set: SetSummary): string[] {
  const missed: string[] = []
  if (set.auroc !== null && set.baselineAuroc !== null && set.auroc <= set.baselineAuroc)
    missed.push(
      `${set.name}: AUROC ${set.auroc.toFixed(3)} does not beat word overlap, ${set.baselineAuroc.toFixed(3)}`,
    )
  const figures = set.rules.find(({ rule }) => rule === 'figures')?.precision ?? null
  if (figuresSets.test(set.name) && figures !== null && figures < figuresPrecision)
    missed.push(`${set.name}: precision of the rule figures is ${figures.toFixed(3)}, below ${figuresPrecision}`)
  return missed
}
