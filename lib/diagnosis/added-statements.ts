import type { DiagnosisDraft } from '../contract/draft.ts'
import type { DraftProblem } from '../contract/turn.ts'

/** The problem's code: of the workflow, not of the guard, which judges one draft at a time. */
export const statementAdded = 'STATEMENT_ADDED'

/**
 * Statements of a repaired draft that the rejected one did not have (spec 06, "Repair"): a repair mends what was said, it
 * claims nothing new, and uses no id more often. A repetition of an id may get a new id, as often as repetitions went away,
 * if it says what a statement said before.
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

type Statement = { readonly id: string; readonly text: string }

function addedIn(field: string, before: readonly Statement[], after: readonly Statement[]): DraftProblem[] {
  const used = countIds(before)
  const texts = new Set(before.map(({ text }) => text))
  const seen = new Map<string, number>()
  let mendable = repetitionsGone(used, countIds(after))
  return after.flatMap(({ id, text }, i) => {
    const nth = (seen.get(id) ?? 0) + 1
    seen.set(id, nth)
    const known = used.get(id) ?? 0
    if (nth <= known) return []
    if (nth === 1 && mendable > 0 && texts.has(text)) {
      mendable -= 1
      return []
    }
    const message =
      known === 0
        ? `The rejected draft had no statement "${id}" here.`
        : `The rejected draft had fewer statements "${id}" here.`
    return [problem(`/${field}/${i}/id`, message)]
  })
}

function countIds(statements: readonly Statement[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(statements, ({ id }) => id)].map(([id, of]) => [id, of.length]))
}

/** How many uses of ids beyond each one's first are there no more. */
function repetitionsGone(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...before].reduce((gone, [id, n]) => gone + Math.max(0, n - Math.max(1, after.get(id) ?? 0)), 0)
}

function problem(path: string, message: string): DraftProblem {
  const hint = 'Remove this statement: a repair corrects or removes statements of the rejected draft and adds none.'
  return { code: statementAdded, path, message, hint }
}
