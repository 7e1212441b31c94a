const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const circledOrdinal = /[\u2460-\u24ff\u2776-\u2793\u3251-\u325f]/g
const superscript = /[\u00b2\u00b3\u00b9\u2070-\u2079]/g
const dash = /[\u2010-\u2015\u2212]/g

/**
 * `text` as this layer compares it: full-width forms narrow, dashes and apostrophes of one kind, invisible characters gone,
 * circled numbers (list ordinals) and superscripts left out. Letters keep their case: names and identifiers need it.
 */
export function foldText(text: string): string {
  return text
    .replace(circledOrdinal, ' ')
    .replace(superscript, '^')
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(dash, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
}
