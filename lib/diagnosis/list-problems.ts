// What a repair is told, and what tells two rejections apart: the guards' findings in one list.
import type { SemanticRow } from '../contract/semantic.ts'
import type { DraftProblem } from '../contract/turn.ts'
import type { GuardVerdict } from '../contract/verdict.ts'
import { countBytes } from '../text/cut-text.ts'

export type Problem = DraftProblem & {
  readonly tool_call_id?: string
  readonly document_id?: string
  /** Words of the statement that are at fault. */
  readonly words?: readonly string[]
}

const semanticHint =
  'Say only what the cited evidence says: correct the words, cite the evidence that does carry them, or remove the statement.'
/** A draft was rejected, and nothing that is known here says why. */
const unexplained: Problem = {
  code: 'UNKNOWN',
  path: '',
  message: 'Not every statement was found to be supported by the evidence it cites.',
  hint: semanticHint,
}

export type Rejection = {
  /** At least one. */
  readonly problems: readonly Problem[]
  /** How many more there were than the guard listed. */
  readonly unlisted: number
}

/** At one place one problem of a code: what was said before any guard comes first. */
export function listProblems(found: {
  readonly refused: readonly DraftProblem[]
  readonly verdict: Pick<GuardVerdict, 'violations' | 'violations_total'>
  readonly rows: readonly SemanticRow[]
}): Rejection {
  const semantic = found.rows
    .filter((row) => row.verdict !== 'SUPPORTED')
    .map(({ verdict, statement, reason, words }) => ({
      code: verdict,
      path: statement,
      message: reason,
      hint: semanticHint,
      words,
    }))
  const byPlace = new Map<string, Problem>()
  for (const problem of [...found.refused, ...found.verdict.violations, ...semantic]) {
    const key = placeOf(problem)
    if (!byPlace.has(key)) byPlace.set(key, problem)
  }
  const { violations, violations_total: total } = found.verdict
  return {
    problems: byPlace.size > 0 ? [...byPlace.values()] : [unexplained],
    unlisted: total - violations.length,
  }
}

/** Whether two rejected drafts failed by the same codes at the same places, whatever ids they tried there. */
export function sameProblems(a: Rejection, b: Rejection): boolean {
  const [left, right] = [new Set(a.problems.map(placeOf)), new Set(b.problems.map(placeOf))]
  return left.symmetricDifference(right).size === 0
}

const placeOf = ({ code, path }: Problem) => `${code} ${path}`

/** The problems as JSON, one a line, as many as fit into `maxBytes` (at least one); behind them how many were left out. */
export function problemLines({ problems, unlisted }: Rejection, maxBytes: number): string {
  const lines: string[] = []
  let bytes = 0
  for (const problem of problems) {
    const line = JSON.stringify(problem)
    bytes += countBytes(line) + 1
    if (bytes > maxBytes && lines.length > 0) break
    lines.push(line)
  }
  const left = problems.length - lines.length + unlisted
  return [...lines, ...(left > 0 ? [JSON.stringify({ left_out: left })] : [])].join('\n')
}
