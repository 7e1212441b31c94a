// The seed documents as a reader sees them, read without the engine: what a case expects has to hold by reading alone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export type SeedText = {
  readonly file: string
  /** Front matter as it stands. */
  readonly matter: Readonly<Record<string, unknown>>
  readonly body: string
  /**
   * By breadcrumb: the text under each heading, its own line included, up to the next heading of its rank or above. The document's
   * own breadcrumb has the text before its first section.
   */
  readonly sections: ReadonlyMap<string, string>
  readonly language: 'en' | 'zh'
}

export function readSeedTexts(folder: string): SeedText[] {
  return readdirSync(folder)
    .sort()
    .map((file) => readSeedText(file, readFileSync(join(folder, file), 'utf8')))
}

/** @throws Error when `text` has no front matter. */
export function readSeedText(file: string, text: string): SeedText {
  const [, block, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (block === undefined || body === undefined) throw new Error(`${file} has no front matter`)
  const matter: Record<string, unknown> = { ...parse(block) }
  return { file, matter, body, sections: sectionsOf(String(matter.breadcrumb), body), language: languageOf(body) }
}

/** Chinese when it holds more Chinese characters than it has words of Latin letters: identifiers are Latin in every text. */
export function languageOf(text: string): 'en' | 'zh' {
  const prose = withoutCode(text)
  const chinese = prose.match(/\p{Script=Han}/gu)?.length ?? 0
  return chinese > (prose.match(/[a-z]+/gi)?.length ?? 0) ? 'zh' : 'en'
}

/** Words as a dictionary would cut them, in both languages. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)
  return [...segments].filter(({ isWordLike }) => isWordLike).length
}

/** `text` with a line break in place of each code block and code span. */
export function withoutCode(text: string): string {
  return text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '\n').replace(/`[^`\n]*`/g, '\n')
}

type Open = { readonly rank: number; readonly crumb: string }

/** The first heading stands above all of a document and is no part of its breadcrumbs. */
function sectionsOf(breadcrumb: string, body: string): Map<string, string> {
  const sections = new Map<string, string>()
  let open: Open[] = [{ rank: 1, crumb: breadcrumb }]
  let inCode = false
  for (const line of body.split('\n')) {
    if (/^\s*```/.test(line)) inCode = !inCode
    const [, marks, name] = (inCode ? null : /^(#{2,6}) (.+)$/.exec(line)) ?? []
    if (marks !== undefined && name !== undefined) {
      open = open.filter(({ rank }) => rank < marks.length)
      open.push({ rank: marks.length, crumb: `${open.at(-1)?.crumb} > ${name.replaceAll('`', '')}` })
    }
    const within = open.length > 1 ? open.slice(1) : open
    for (const { crumb } of within) sections.set(crumb, `${sections.get(crumb) ?? ''}${line}\n`)
  }
  return sections
}
