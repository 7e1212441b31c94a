import type { MetricRule } from './gate-rules.ts'

/** A figure for people: a share with four places, a count as it is, a dash for none. */
export function figureText(figure: number | null | undefined, unit: MetricRule['unit']): string {
  if (figure === null || figure === undefined || !Number.isFinite(figure)) return '–'
  return unit === 'count' ? String(figure) : figure.toFixed(4)
}

/** A difference of two figures, with its sign. */
export function deltaText(delta: number | null, unit: MetricRule['unit']): string {
  if (delta === null) return '–'
  return `${delta > 0 ? '+' : ''}${figureText(delta, unit)}`
}
