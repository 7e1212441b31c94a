/** A length in a drawing, with one decimal: the same text on every machine. */
export function pixel(length: number): number {
  return Math.round(length * 10) / 10
}
