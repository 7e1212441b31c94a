const han = /\p{Script=Han}/u
const otherThanChinese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The language of a piece of data as a `lang` attribute says it; empty (unknown) when its script does not tell. */
export function textLanguage(text: string): 'zh' | 'en' | '' {
  if (han.test(text)) return otherThanChinese.test(text) ? '' : 'zh'
  return /[A-Za-z]/.test(text) && !/[^\p{ASCII}\p{P}\p{S}\p{M}]/u.test(text) ? 'en' : ''
}
