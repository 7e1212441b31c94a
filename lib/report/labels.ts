// The words that the page says by itself, by language.
import { labelsEn } from './labels-en.ts'
import { labelsZh } from './labels-zh.ts'

/** The languages that a page's own words come in. */
export type PageLanguage = 'en' | 'zh'

/** What each language says; a word that one of them lacks does not compile. */
export type Labels = typeof labelsEn

export const labelsOf: Readonly<Record<PageLanguage, Labels>> = { en: labelsEn, zh: labelsZh }
