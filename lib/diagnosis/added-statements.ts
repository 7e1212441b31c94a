import type { DiagnosisDraft } from '../contract/draft.ts'
import type { DraftProblem } from '../contract/turn.ts'

/** The problem's code: of the workflow, not of the guard, which judges one draft at a time. */
export const statementAdded = 'STATEMENT_ADDED'

/**
 * Statements of a repaired draft that the rejected one did not have (spec 06, "Repair"): a repair mends what was said, it
 * claims nothing new. An id that the rejected draft used twice may become a new one, as often as it was used too much.
 */
export function addedStatements(rejected: DiagnosisDraft, repaired: DiagnosisDraft): DraftProblem[] {
  return [
    ...addedIn('analysis', rejected.analysis, repaired.analysis),
    ...(rejected.conclusion === null && repaired.conclusion !== null
      ? [problem('/conclusion', 'The rejected draft had no conclusion.')]
      : []),
    ...addedIn('action_plan', rejected.action_plan, repaired.action_plan),
  ]
}

type Statement = { readonly id: string }

function addedIn(field: string, before: readonly Statement[], after: readonly Statement[]): DraftProblem[] {
  const known = new Set(before.map(({ id }) => id))
  const repeated = before.length - known.size
  return after
    .flatMap(({ id }, i) => (known.has(id) ? [] : [{ id, i }]))
    .slice(repeated)
    .map(({ id, i }) => problem(`/${field}/${i}/id`, `The rejected draft had no statement "${id}" here.`))
}

function problem(path: string, message: string): DraftProblem {
  const hint = 'Remove this statement: a repair corrects or removes statements of the rejected draft and adds none.'
  return { code: statementAdded, path, message, hint }
}
