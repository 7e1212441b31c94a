// Markdown cut at its headings. A real parser decides what a heading is: `#` in a code fence or an HTML comment is none.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as plainText } from 'mdast-util-to-string'
import { segmentStarts } from './markdown-segments.ts'

/** Of a longer line the parser sees only this much: enough to tell a heading, and its time grows with the square of a line. */
const maxLineChars = 4096
/** How each line of a heading, or the first of a code block, begins; a part without any has neither and need not be parsed. */
const structured = /^ {0,3}(?:#|=+[ \t]*$|-+[ \t]*$|`{3}|~{3}|\t)|^ {4}/

/** Lists and quotations opened within each other on one line: no document, but seconds of parsing for each such line. */
const nested = /^(?:[ \t]*(?:>|[-+*][ \t])){50}/

export type Section = {
  /** Headings from the document's first level down to this section's own, as plain text. */
  readonly path: readonly string[]
  /** Original lines of the section, its heading included, without blank lines at the ends. */
  readonly lines: readonly string[]
  /** Indexes into `lines` at which a code block goes on, so that cutting before them would break it. */
  readonly inCode: ReadonlySet<number>
  /** The section holds nothing but headings. */
  readonly bare: boolean
}

type Mark = { readonly depth: number; readonly text: string; readonly from: number; readonly to: number }

/** The sections of `markdown` in their order; text before the first heading is a section with an empty path. */
export function markdownSections(markdown: string): Section[] {
  const lines = markdown.split('\n')
  const { headings, codeLines } = structureOf(lines)
  const sections: Section[] = []
  let path: { readonly depth: number; readonly text: string }[] = []
  const take = (from: number, to: number, headingLines: number) => {
    const section = sectionOf(lines, from, to, headingLines, codeLines)
    if (section !== null) sections.push({ ...section, path: path.map((heading) => heading.text) })
  }
  take(0, headings[0]?.from ?? lines.length, 0)
  for (const [at, heading] of headings.entries()) {
    path = [...path.filter((upper) => upper.depth < heading.depth), heading]
    take(heading.from, headings[at + 1]?.from ?? lines.length, heading.to - heading.from)
  }
  return joinBare(sections)
}

/** Headings and the lines within code blocks, by line number from 0. Only top-level headings count: a quoted one is a quotation. */
function structureOf(lines: readonly string[]): { headings: Mark[]; codeLines: Set<number> } {
  const headings: Mark[] = []
  const codeLines = new Set<number>()
  const starts = segmentStarts(lines)
  for (const [at, start] of starts.entries()) {
    const part = lines.slice(start, starts[at + 1]).map(parsedLine)
    if (!part.some((line) => structured.test(line))) continue
    for (const node of fromMarkdown(part.join('\n')).children) {
      if (node.position === undefined) continue
      const from = start + node.position.start.line - 1
      const to = start + node.position.end.line
      if (node.type === 'heading') headings.push({ depth: node.depth, text: oneLine(plainText(node)), from, to })
      if (node.type === 'code') for (let n = from + 1; n < to; n += 1) codeLines.add(n)
    }
  }
  return { headings: headings.filter((heading) => heading.text !== ''), codeLines }
}

/** What the parser sees of a line. Only where headings and code stand is asked of it, and what a heading says. */
function parsedLine(line: string): string {
  return nested.test(line) ? '- x' : line.slice(0, maxLineChars)
}

function sectionOf(
  all: readonly string[],
  from: number,
  to: number,
  headingLines: number,
  codeLines: ReadonlySet<number>,
): Omit<Section, 'path'> | null {
  let first = from
  let last = to
  while (first < last && all[first]?.trim() === '') first += 1
  while (last > first && all[last - 1]?.trim() === '') last -= 1
  if (first === last) return null
  const lines = all.slice(first, last)
  const inCode = new Set(lines.keys().filter((n) => codeLines.has(first + n)))
  return { lines, inCode, bare: lines.length <= headingLines }
}

/** A section of headings only says nothing by itself: it goes in front of the next one, or behind the last. */
function joinBare(sections: readonly Section[]): Section[] {
  const joined: Section[] = []
  let waiting: Section[] = []
  for (const section of sections) {
    waiting.push(section)
    if (section.bare) continue
    joined.push(join(waiting, section.path))
    waiting = []
  }
  if (waiting.length === 0) return joined
  const last = joined.pop()
  const path = last?.path ?? waiting.at(-1)?.path ?? []
  return [...joined, join(last === undefined ? waiting : [last, ...waiting], path)]
}

/** All in one pass: a document may be nothing but headings, and copying what waits at each of them would take hours. */
function join(parts: readonly Section[], path: readonly string[]): Section {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const lines: string[] = []
  const inCode = new Set<number>()
  for (const [at, part] of parts.entries()) {
    if (at > 0) lines.push('')
    for (const n of part.inCode) inCode.add(n + lines.length)
    for (const line of part.lines) lines.push(line)
  }
  return { path, lines, inCode, bare: parts.every((part) => part.bare) }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
