// A long section becomes pieces of readable size: cut at a blank line if there is a good one, else at a line, else in the line.
import { countChars, cutText } from '../../../../lib/text/cut-text.ts'

export type PieceSize = {
  /** Characters from which the next blank line ends a piece. */
  readonly wanted: number
  /** Characters that no piece exceeds, unless one grapheme does. */
  readonly most: number
}

/** About half to a whole screen of text; the agent's view shows at most 1,200 characters of one excerpt (spec 02). */
export const pieceSize: PieceSize = { wanted: 800, most: 1200 }

/** Behind the end of a sentence, Chinese or English. */
const sentenceEnd = /(?<=[。！？；])|(?<=[.!?;])\s+/u

/**
 * `lines` packed in order into texts of at most `size.most` characters, without blank lines at their ends. `inCode` holds the
 * indexes of lines that continue a code block: a blank line there is no good place to cut.
 */
export function splitLines(
  lines: readonly string[],
  inCode: ReadonlySet<number>,
  size: PieceSize = pieceSize,
): string[] {
  const pieces: string[] = []
  let piece: string[] = []
  let chars = 0
  const close = () => {
    const text = piece.join('\n').replace(/^(?:[^\S\n]*\n)+|\s+$/g, '')
    if (text !== '') pieces.push(text)
    piece = []
    chars = 0
  }
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' && chars >= size.wanted && !inCode.has(at)) close()
    for (const part of splitLine(line, size.most)) {
      const length = countChars(part) + 1
      if (chars + length > size.most) close()
      piece.push(part)
      chars += length
    }
  }
  close()
  return pieces
}

/** The line itself, or its sentences packed into parts, or (a sentence that is still too long) cut at graphemes. */
function splitLine(line: string, most: number): string[] {
  if (countChars(line) < most) return [line]
  const parts: string[] = []
  let part = ''
  for (const sentence of line.split(sentenceEnd)) {
    if (countChars(part) + countChars(sentence) >= most) {
      if (part !== '') parts.push(part)
      part = ''
    }
    if (countChars(sentence) < most) part += part === '' || /[。！？；]$/u.test(part) ? sentence : ` ${sentence}`
    else parts.push(...cutHard(sentence, most - 1))
  }
  if (part !== '') parts.push(part)
  return parts
}

function cutHard(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest !== '') {
    const head = cutText(rest, most).text || rest
    parts.push(head)
    rest = rest.slice(head.length)
  }
  return parts
}
