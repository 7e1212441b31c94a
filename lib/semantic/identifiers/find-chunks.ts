/** A run of a text without spaces that could be an identifier. */
export type Chunk = { readonly text: string; readonly at: number }

/** A URL with its query, or any run; a placeholder (`/tenants/{id}`, `/pods/<name>`, `${HOME}`) belongs to what it stands in. */
const runs =
  /[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[A-Za-z0-9_./:@#$%+\\~*&?=-]|(?<=[/$=])\{[\w.-]{1,40}\}|(?<=[/=])<[\w.-]{1,40}>)+|(?:[A-Za-z0-9_./:@#$%+\\~*&-]|(?<=[/$])\{[\w.-]{1,40}\}|(?<=\/)<[\w.-]{1,40}>)+/g
const url = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//
/** Keys with colons (`session:eu:expired`); one colon behind a capital is prose (`Reason:timeout`). */
const colonKey = /^(?:[a-z][\w.*-]*(?::[\w.*-]+)+|[A-Za-z][\w.*-]*(?::[\w.*-]+){2,})$/
const proseColon = /((?<![:\d]):(?![/\\:\d])|::?$)/
const leading = '.:@#$%+*&'
const trailing = '.:@#$%+*&?=\\~-'
/** A last star that stands for names (`/var/log/*`, `logs-*`), not for emphasis. */
const wildcard = /[/_-]\*$|:[\w-]+:\*$/

/** The runs of a folded sentence that could be identifiers, without punctuation at their edges; cut at `=` and prose colons. */
export function findChunks(sentence: string): Chunk[] {
  const found: Chunk[] = []
  for (const { 0: run, index } of sentence.matchAll(runs)) {
    let at = index
    for (const part of partsOf(run)) {
      const { from, to } = inner(part)
      if (from < to) found.push({ text: part.slice(from, to), at: at + from })
      at += part.length
    }
  }
  return found
}

function partsOf(run: string): readonly string[] {
  if (url.test(run)) return [run]
  const { from, to } = inner(run)
  return colonKey.test(run.slice(from, to)) ? [run] : run.split(proseColon)
}

/** What of `part` stands between punctuation at its edges. The start of a path (`./`, `../`, `~/`) stays. */
function inner(part: string): { readonly from: number; readonly to: number } {
  if (/^\.{1,2}\//.test(part)) return { from: 0, to: endOf(part, 0) }
  let from = 0
  while (from < part.length && leading.includes(part.charAt(from)) && !/^\$\{/.test(part.slice(from, from + 2)))
    from += 1
  return { from, to: endOf(part, from) }
}

function endOf(part: string, from: number): number {
  if (!part.startsWith('*') && wildcard.test(part)) return part.length
  let to = part.length
  while (to > from && trailing.includes(part.charAt(to - 1))) to -= 1
  return to
}
