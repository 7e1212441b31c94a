const keep = 3

/**
 * A lower-case word without its English endings, so that "connections", "connected" and "connecting" are one. Coarse on
 * purpose: a longer stem would miss, and two different words that meet here only raise coverage.
 */
export function stemWord(word: string): string {
  if (word.length <= keep || !/^[a-z']+$/.test(word)) return word
  const bare = word.replace(/'s?$/, '')
  const singular = bare.replace(/(?:(?<=[sxz]|[cs]h)es|(?<![su])s)$/, '').replace(/ie$/, 'y')
  const root = singular.replace(/(?:ingly|edly|ing|ed|ly)$/, '')
  const stem = (root.length >= keep ? root : singular).replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1').replace(/[ey]$/, '')
  return stem.length >= keep ? stem.slice(0, 10) : singular
}
