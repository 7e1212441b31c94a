import type { PromptLanguage } from '../../question-language.ts'
import { contentWords, hasWord, keysOf } from './content-words.ts'
import { fixedTexts } from './fixed-texts.ts'
import type { FoundPassage } from './found-passages.ts'
import { holdsPlanted } from './read-passages.ts'
import type { LookupOutcome } from './read-progress.ts'

const wordsNamed = 8

/** What a diagnosis without a model cannot say, and why. At least one. */
export function listLimitations(
  diagnosis: {
    readonly question: string
    readonly lookups: readonly LookupOutcome[]
    /** The question's own lookup was graded PRECISE. */
    readonly answered: boolean
    readonly passages: readonly FoundPassage[]
  },
  language: PromptLanguage,
): string[] {
  const texts = fixedTexts[language]
  const { lookups, answered, question } = diagnosis
  const results = lookups.flatMap((lookup) => (lookup.kind === 'result' ? [lookup.result] : []))
  const codes = lookups.flatMap((lookup) => (lookup.kind === 'failed' ? [lookup.code] : []))
  const found = results.some((result) => result.evidence.length > 0)
  const items = results.flatMap((result) => result.evidence)
  const missing = found ? notMentioned(question, items) : []
  return [
    texts.method,
    ...(lookups.length === 0 ? [texts.noLookup] : []),
    ...(codes.length > 0 ? [texts.failed([...new Set(codes)].join(', '))] : []),
    ...(!found && results.length > 0 ? [texts.nothingFound] : []),
    ...(found && !answered ? [texts.notPrecise] : []),
    ...(missing.length > 0 ? [texts.notMentioned(missing.join(language === 'zh' ? '、' : ', '))] : []),
    ...(results.some((result) => result.truncated) ? [texts.truncated] : []),
    ...(items.some((item) => holdsPlanted(item.excerpt)) ? [texts.planted] : []),
  ]
}

/** Words of the question that no item has: the dimension that is missing (spec 06, "Prompts"). */
function notMentioned(
  question: string,
  items: readonly { readonly title: string | null; readonly breadcrumb: string | null; readonly excerpt: string }[],
): string[] {
  const keys = keysOf(items.map(({ title, breadcrumb, excerpt }) => `${title}\n${breadcrumb}\n${excerpt}`).join('\n'))
  const missing = contentWords(question).filter((word) => !hasWord(keys, word))
  return [...new Set(missing.map((word) => word.text))].slice(0, wordsNamed)
}
