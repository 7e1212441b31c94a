// Reads a page's own output in tests: data holds no `<`, so tags and texts can be told apart without a browser.

/** All tags, in order. */
export const tagsOf = (page: string): string[] => page.match(/<[^>]*>/g) ?? []

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** The text of some markup, without tags. */
export const textOf = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '')

/** The markup from an element's start tag, found by its id, up to its end tag. */
export function elementOf(page: string, id: string): string {
  const start = new RegExp(`<(\\w+) id="${id}"`).exec(page)
  if (start === null) return ''
  const rest = page.slice(start.index)
  return rest.slice(0, rest.indexOf(`</${start[1]}>`))
}

/** What each of the two marks of a statement says: who, and what. */
export function marksOf(markup: string): { readonly who: string; readonly says: string }[] {
  return [...markup.matchAll(/<span class="who">(.*?)<\/span>\s*<span class="says">(.*?)<\/span>/g)].map(
    ([, who = '', says = '']) => ({ who: textOf(who), says: textOf(says) }),
  )
}
