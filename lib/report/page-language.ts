/** The languages that a page's own words come in. */
export type PageLanguage = 'en' | 'zh'

const han = /\p{Script=Han}/u
const otherThanChinese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Chinese when the question has Chinese characters and none of its neighbours' scripts; else English (spec 06, "Prompts"). */
export function pageLanguage(question: string | null): PageLanguage {
  return question !== null && isChinese(question) ? 'zh' : 'en'
}

/** The language of a piece of data as a `lang` attribute says it; empty (unknown) when its script does not tell. */
export function languageOf(text: string): 'zh' | 'en' | '' {
  if (isChinese(text)) return 'zh'
  return /[A-Za-z]/.test(text) && !/[^\p{ASCII}\p{P}\p{S}\p{M}]/u.test(text) ? 'en' : ''
}

const isChinese = (text: string) => han.test(text) && !otherThanChinese.test(text)
