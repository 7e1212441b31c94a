// The Markdown parser's time grows with the square of the text (a megabyte takes minutes), so a long text is parsed in parts.

/** Characters from which the next good line begins a new part; most documents are shorter and parsed whole. */
const wantedChars = 8192
/** Characters from which any blank line begins a new part, and from which any line at all does: a log has no headings. */
const looseChars = 16_384
const mostChars = 32_768
/** Headings and rules from which the next good line, and from which any line at all, begins a new part: they cost most. */
const wantedMarks = 32
const mostMarks = 64
const mark = /^ {0,3}(?:#|=+[ \t]*$|-+[ \t]*$)/
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const heading = /^#{1,6}[ \t]/

/**
 * Line numbers at which to cut: the first is 0. A part begins at a `#` heading behind a blank line, outside code fences and
 * comments, where no construct of Markdown reaches across; where no such line comes for long, at a line without indentation
 * behind a blank one, and in the end, or behind very many headings and rules, at any line outside
 * code fences and comments.
 */
export function segmentStarts(lines: readonly string[]): number[] {
  const starts = [0]
  let chars = 0
  let marks = 0
  let openFence: string | null = null
  let inComment = false
  for (const [at, line] of lines.entries()) {
    const free = openFence === null && !inComment
    if (free && mayBegin(line, lines[at - 1] ?? '', chars, marks)) {
      starts.push(at)
      chars = 0
      marks = 0
    }
    chars += line.length + 1
    if (free && mark.test(line)) marks += 1
    const [, opened, rest] = fence.exec(line) ?? []
    if (openFence !== null) {
      if (opened?.startsWith(openFence) && rest?.trim() === '') openFence = null
    } else if (!inComment && opened !== undefined && !(opened.startsWith('`') && rest?.includes('`')))
      openFence = opened
    if (openFence === null) inComment = stillInComment(line, inComment)
  }
  return starts
}

function mayBegin(line: string, before: string, chars: number, marks: number): boolean {
  if (chars >= mostChars || marks >= mostMarks) return true
  const wanted = chars >= wantedChars || marks >= wantedMarks
  return wanted && before.trim() === '' && (heading.test(line) || (chars >= looseChars && /^\S/.test(line)))
}

function stillInComment(line: string, inComment: boolean): boolean {
  const opened = line.lastIndexOf('<!--')
  const closed = line.lastIndexOf('-->')
  if (inComment) return closed < 0 || opened > closed
  return opened >= 0 && closed < opened
}
