// The blocks of prose in an excerpt, which is Markdown more often than not: paragraphs and list items by their offsets, so that
// a quote of one is literally in the excerpt. Headings, tables, markup and rules are no statements of anything.

export type Block = {
  /** Offsets in the excerpt, without the list mark. */
  readonly start: number
  readonly end: number
  readonly kind: 'paragraph' | 'item' | 'numbered'
  /** Lines of code that stand behind the block. */
  readonly code: readonly string[]
  /** The whole of what it stands in, lines that are no blocks too: a paragraph, a list, up to a blank line or a heading. */
  readonly part: Part
  /** The line of the heading above it; empty when the excerpt has none. */
  readonly heading: string
}

/** Offsets in the excerpt. */
type Part = { readonly start: number; readonly end: number }

const fence = /^\s*(?:```|~~~)/
const heading = /^\s{0,3}#{1,6}(?:\s|$)/
const rule = /^\s*(?:[-*_=]\s*){3,}$/
const notProse = /^\s*(?:\||<|!\[|\[[^\]]+\]:)|\S\s\|\s.*\s\|\s/
const numberedMark =
  /^\s*(?:>\s*)*(?:\d{1,3}[.)](?=\s|\p{Script=Han})\s*|\d{1,3}、\s*|[(（]\d{1,2}[)）]\s*|[一二三四五六七八九十]{1,3}、\s*)/u
const itemMark = /^\s*(?:>\s*)*[-*+•]\s+(?:\[[ xX]\]\s+)?/
const quoteMark = /^\s*(?:>\s?)+/

export function readBlocks(excerpt: string): Block[] {
  const blocks: Block[] = []
  let open: { start: number; end: number; kind: Block['kind']; part: Part; heading: string } | null = null
  let code: string[] | null = null
  let part = { start: 0, end: 0 }
  let above = ''
  let blank = false
  const close = () => {
    if (open !== null) blocks.push({ ...open, code: [] })
    open = null
  }
  let at = 0
  for (const line of excerpt.split('\n')) {
    const [start, end] = [at, at + line.trimEnd().length]
    at += line.length + 1
    const mark = markOf(line)
    const inList = mark !== null && blocks.at(-1)?.part === part && blocks.at(-1)?.kind !== 'paragraph'
    const apart = blank && line.trim() !== '' && code === null && !fence.test(line) && !inList
    if (apart || (code === null && heading.test(line))) part = { start, end }
    part.end = end
    blank = line.trim() === ''
    if (fence.test(line)) {
      close()
      if (code !== null) attach(blocks, code)
      code = code === null ? [] : null
      blank = code === null
    } else if (code !== null) {
      if (line.trim() !== '') code.push(line.trim())
    } else if (line.trim() === '' || heading.test(line) || rule.test(line) || notProse.test(line)) {
      close()
      if (heading.test(line)) above = line.trim()
    } else if (mark === null && open !== null) open.end = end
    else {
      close()
      const from = start + (mark?.length ?? indentOf(line))
      open = { start: from, end, kind: mark?.kind ?? 'paragraph', part, heading: above }
    }
  }
  close()
  return blocks.filter((block) => block.start < block.end)
}

function markOf(line: string): { readonly kind: Block['kind']; readonly length: number } | null {
  const numbered = numberedMark.exec(line)
  if (numbered !== null) return { kind: 'numbered', length: numbered[0].length }
  const item = itemMark.exec(line)
  if (item !== null) return { kind: 'item', length: item[0].length }
  const quote = quoteMark.exec(line)
  return quote === null ? null : { kind: 'paragraph', length: quote[0].length }
}

function attach(blocks: Block[], code: readonly string[]): void {
  const last = blocks.at(-1)
  if (last !== undefined && last.code.length === 0) blocks[blocks.length - 1] = { ...last, code }
}

const indentOf = (line: string) => line.length - line.trimStart().length
