// Figures of a table as text.

/** Without digits that mean nothing: `0.0123`, `1.2`, `345`. */
export function figure(value: number, digits = 3): string {
  if (value === Number.POSITIVE_INFINITY) return '–'
  return value >= 10 ** (digits - 1) ? whole(value) : String(Number(value.toPrecision(digits)))
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Four digits behind the point; what would be 0 there, and is not, says so. */
export const dollars = (usd: number): string => (usd === 0 ? '–' : usd < 0.00005 ? '< 0.0001' : usd.toFixed(4))
