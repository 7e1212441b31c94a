const boundary = /\n|[。!?;]+|\.+/g
const shortForm =
  /(?:^|[\s(])(?:\p{L}|mr|mrs|ms|dr|prof|st|vs|no|inc|ltd|co|corp|jr|sr|gen|gov|sen|rep|approx|fig|e\.g|i\.e|etc|al|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu
/** A unit behind its number is no title and no initial: "after 30 s. Then", "250 ms. Set". */
const unitForm = /\d[ -]?\p{Ll}{1,3}$/u
const closing = /^["'”’」』)\]*_`]+/
const listMark =
  /^\s*(?:[-*+•>#|]+\s+|\(?\d{1,3}[.)](?=\s|\p{Script=Han})\s*|\d{1,3}、\s*|[一二三四五六七八九十]{1,3}[、.]\s*|\([一二三四五六七八九十]{1,3}\)\s*)/u
const goesOn = /^[ \t]*\p{Ll}/u
const blank = /^[^\p{L}\p{N}]*$/u

/** Longer than any sentence that is one. */
const longest = 1000

/**
 * The sentences of a folded text, in order, without list marks. A line break ends one unless the next line goes on in lower
 * case (hard-wrapped prose). Each boundary depends on its near surroundings only, so that a sentence taken out of a text
 * is cut as it was in it. Over 1,000 characters a sentence is cut in pieces.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  const take = (end: number) => {
    const sentence = withoutListMarks(text.slice(start, end))
    for (let at = 0; at < sentence.length; at += longest) {
      const piece = sentence.slice(at, at + longest)
      if (!blank.test(piece)) sentences.push(piece)
    }
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(boundary)) {
    if (index < start || !ends(text, mark, index)) continue
    const behind = index + mark.length
    const tail = mark === '\n' ? '' : (closing.exec(text.slice(behind, behind + 4))?.[0] ?? '')
    take(behind + tail.length)
  }
  take(text.length)
  return sentences
}

function ends(text: string, mark: string, index: number): boolean {
  const behind = text.slice(index + mark.length, index + mark.length + 24)
  if (mark === '\n') return !goesOn.test(behind)
  if (mark.startsWith('。') || mark === ';') return true
  const next = behind.replace(closing, '')
  if (next !== '' && !/^[\s\p{Script=Han}]/u.test(next)) return false
  if (mark !== '.') return true
  const before = text.slice(Math.max(0, index - 8), index)
  return (unitForm.test(before) || !shortForm.test(before)) && !/(?:^|\n)[ \t]*\d{1,3}$/.test(before)
}

function withoutListMarks(sentence: string): string {
  const once = sentence.replace(listMark, '')
  return once.replace(listMark, '').trim()
}
