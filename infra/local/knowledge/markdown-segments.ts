// The Markdown parser's time grows with the square of the text (a megabyte takes minutes), so a long text is parsed in parts.

/** Characters from which the next good line begins a new part; most documents are shorter and parsed whole. */
const wantedChars = 8192
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const heading = /^#{1,6}[ \t]/

/**
 * Line numbers at which to cut: the first is 0. A part begins at a `#` heading behind a blank line, outside code fences and
 * comments, where no construct of Markdown reaches across.
 */
export function segmentStarts(lines: readonly string[]): number[] {
  const starts = [0]
  let chars = 0
  let openFence: string | null = null
  let inComment = false
  for (const [at, line] of lines.entries()) {
    const free = openFence === null && !inComment
    if (free && chars >= wantedChars && heading.test(line) && lines[at - 1]?.trim() === '') {
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

function stillInComment(line: string, inComment: boolean): boolean {
  const opened = line.lastIndexOf('<!--')
  const closed = line.lastIndexOf('-->')
  if (inComment) return closed < 0 || opened > closed
  return opened >= 0 && closed < opened
}
