export type PromptLanguage = 'en' | 'zh'

const han = /\p{Script=Han}/gu
/** What is neither Han nor a number: a Kana, Hangul or Thai character each for itself, other letters by the word. */
const otherWords =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}])+/gu

/**
 * Chinese when the question is (spec 06, "Prompts"), else English. A question is Chinese when at least half of it is Han, a
 * Han character weighing as much as a word of another script: Chinese questions name products and errors in English.
 */
export function questionLanguage(question: string): PromptLanguage {
  const hanCount = question.match(han)?.length ?? 0
  const others = question.match(otherWords)?.length ?? 0
  return hanCount > 0 && hanCount >= others ? 'zh' : 'en'
}
