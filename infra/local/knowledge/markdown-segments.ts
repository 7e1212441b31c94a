// The Markdown parser's time grows with the square of the text (a megabyte takes minutes), so a long text is parsed in parts.

/** Characters from which the next good line begins a new part; most documents are shorter and parsed whole. */
const wantedChars = 8192
/** Characters from which any blank line begins a new part, and from which any line at all does: a log has no headings. */
const looseChars = 16_384
const mostChars = 32_768
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const heading = /^#{1,6}[ \t]/

/**
 * Line numbers at which to cut: the first is 0. A part begins at a `#` heading behind a blank line, outside code fences and
 * comments, where no construct of Markdown reaches across; where no such line comes for long, at a line without indentation
 * behind a blank one, and in the end at any line outside code fences and comments.
 */
export function segmentStarts(lines: readonly string[]): number[] {
  const starts = [0]
  let chars = 0
  let openFence: string | null = null
  let inComment = false
  for (const [at, line] of lines.entries()) {
    const free = openFence === null && !inComment
    if (free && chars >= wantedChars && mayBegin(line, lines[at - 1] ?? '', chars)) {
      starts.push(at)
      chars = 0
    }
    chars += line.length + 1
    const [, mark, rest] = fence.exec(line) ?? []
    if (openFence !== null) {
      if (mark?.startsWith(openFence) && rest?.trim() === '') openFence = null
    } else if (!inComment && mark !== undefined && !(mark.startsWith('`') && rest?.includes('`'))) openFence = mark
    if (openFence === null) inComment = stillInComment(line, inComment)
  }
  return starts
}

function mayBegin(line: string, before: string, chars: number): boolean {
  if (chars >= mostChars) return true
  return before.trim() === '' && (heading.test(line) || (chars >= looseChars && /^\S/.test(line)))
}

function stillInComment(line: string, inComment: boolean): boolean {
  const opened = line.lastIndexOf('<!--')
  const closed = line.lastIndexOf('-->')
  if (inComment) return closed < 0 || opened > closed
  return opened >= 0 && closed < opened
}
