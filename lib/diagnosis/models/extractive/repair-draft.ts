import type { DiagnosisDraft } from '../../../contract/draft.ts'
import type { PromptLanguage } from '../../question-language.ts'
import { fixedTexts } from './fixed-texts.ts'

/**
 * `draft` without the statements that `paths` (JSON Pointers) point at and without what was built on them. Ids stay, and nothing
 * is added but a limitation that says so. A path to the whole, and paths that could not be read (null), leave no statement but
 * what was not found.
 */
export function repairDraft(
  draft: DiagnosisDraft,
  paths: readonly string[] | null,
  language: PromptLanguage,
): DiagnosisDraft {
  const { method, leftOut } = fixedTexts[language]
  const places = (paths ?? ['']).map((path) => path.split('/').slice(1))
  const named = (field: string, i?: number) =>
    places.some(([at, index]) => at === field && (i === undefined || index === undefined || index === String(i)))
  const whole = places.some(([at]) => at === undefined || !fields.includes(at))
  const analysis = draft.analysis.filter(
    ({ kind }, i) => !named('analysis', i) && !(whole && (paths !== null || kind === 'NORMAL')),
  )
  const kept = new Set(analysis.map(({ id }) => id))
  const { conclusion } = draft
  const stands =
    conclusion !== null &&
    !whole &&
    !named('conclusion') &&
    conclusion.based_on_analysis_ids.every((id) => kept.has(id))
  const limitations = named('limitations') || whole ? [method] : (draft.limitations ?? [method])
  return {
    analysis,
    conclusion: stands ? conclusion : null,
    action_plan: whole
      ? []
      : draft.action_plan.flatMap((action, i) => {
          const basis = action.based_on_analysis_ids.filter((id) => kept.has(id))
          return named('action_plan', i) || basis.length === 0 ? [] : [{ ...action, based_on_analysis_ids: basis }]
        }),
    limitations: limitations.includes(leftOut) ? limitations : [...limitations, leftOut],
  }
}

const fields = ['analysis', 'conclusion', 'action_plan', 'limitations']
