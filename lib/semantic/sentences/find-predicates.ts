import type { Word } from '../words/find-words.ts'

/** What stands behind a verb of being up to the end of its clause. */
type Predicate = { readonly at: number; readonly end: number; readonly words: readonly Word[] }

const being = /\b(?:is|are|was|were|be|been|being|gets?|got)\b|被/gi
const helping = /\b(?:has|have|had|will|would|can|could|may|might|must|should|do|does|did)\b/gi
const clauseEnd =
  /[,;:!?，、：。()]|\.(?:\s|$)|\b(?:and|but|or|because|when|while|if|until|unless|although|though|which|that|who|since|after|before)\b|[但而]/i
const verbForm = /(?:ed|ing)$|^(?:broke|stole|fell|lost|took|went|blew|froze|shut|hit|sank|burnt|made|gave|sent|ran)$/i
const han = /^\p{Script=Han}/u

/**
 * The words of a sentence that may say something of its subject, by their place (behind a verb of being or a helping one)
 * or their form; in Chinese, whose words show neither, each may. `whole`: what verbs of being (in Chinese 被) are followed by.
 */
export function findPredicates(
  text: string,
  words: readonly Word[],
): { readonly like: ReadonlySet<Word>; readonly whole: readonly Predicate[] } {
  const behind = (verbs: RegExp): Predicate[] =>
    [...text.matchAll(verbs)].map(({ 0: verb, index }) => {
      const at = index + verb.length
      const end = at + (clauseEnd.exec(text.slice(at))?.index ?? text.length - at)
      return { at, end, words: words.filter((word) => word.at >= at && word.at < end) }
    })
  const whole = behind(being).filter((predicate) => predicate.words.length > 0)
  const told = [...whole, ...behind(helping)].flatMap((predicate) => predicate.words)
  return {
    like: new Set([...told, ...words.filter((word) => han.test(word.text) || verbForm.test(word.text))]),
    whole,
  }
}
