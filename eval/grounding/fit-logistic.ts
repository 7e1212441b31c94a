export type Sample = { readonly features: readonly number[]; readonly positive: boolean; readonly weight: number }

const ridge = 1
const rounds = 25

/**
 * Weights of a logistic regression, one a feature and the bias last, by Newton's method with a ridge on all but the bias.
 * For tens of features and thousands of samples.
 */
export function fitLogistic(samples: readonly Sample[]): number[] {
  const size = (samples[0]?.features.length ?? 0) + 1
  const weights = new Array<number>(size).fill(0)
  for (let round = 0; round < rounds; round += 1) {
    const gradient: number[] = weights.map((weight, i) => (i === size - 1 ? 0 : ridge * weight))
    const curvature: number[][] = weights.map((_, i) => weights.map((__, j) => (i === j && i < size - 1 ? ridge : 0)))
    for (const { features, positive, weight } of samples) {
      const x = [...features, 1]
      const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)))
      for (const [i, a] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (chance - (positive ? 1 : 0)) * a
        const row = curvature[i] ?? []
        for (const [j, b] of x.entries()) row[j] = (row[j] ?? 0) + weight * chance * (1 - chance) * a * b
      }
    }
    for (const [i, step] of solve(curvature, gradient).entries()) weights[i] = (weights[i] ?? 0) - step
  }
  return weights
}

/** x of `matrix` x = `right`, by Gaussian elimination; the matrix is positive definite here. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    for (let i = pivot + 1; i < rows.length; i += 1) {
      const factor = at(i, pivot) / at(pivot, pivot)
      const row = rows[i]
      if (row === undefined) continue
      for (let j = pivot; j <= rows.length; j += 1) row[j] = at(i, j) - factor * at(pivot, j)
    }
  }
  const solution = new Array<number>(rows.length).fill(0)
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    let rest = at(i, rows.length)
    for (let j = i + 1; j < rows.length; j += 1) rest -= at(i, j) * (solution[j] ?? 0)
    solution[i] = rest / at(i, i)
  }
  return solution
}
