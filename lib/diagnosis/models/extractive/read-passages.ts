import { countChars } from '../../../text/cut-text.ts'
import { foldQuote } from '../../../text/fold-quote.ts'
import { contentWords } from './content-words.ts'
import { addressesModel, tellsWhatToSay } from './planted-text.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { tellsWhatToDo } from './tells-what-to-do.ts'

/** Something that an excerpt says, whole: a sentence, or a list item. */
export type Passage = {
  /** For reading: the words of the excerpt, without emphasis and link addresses. */
  readonly text: string
  /** Stand literally in the excerpt. */
  readonly quotes: readonly string[]
  /** Tells what to do. */
  readonly step: boolean
}

const shortest = 4
const longest = 600
const longestItem = 400
const codeLines = 3

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const shortForm = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|no|fig|approx|cf|resp)\.\s*$/i
const ended = /[.!。！…)）」”"`'*\]]\s*$/
/** No statement, or one that goes on elsewhere. */
const incomplete = /[?？:：,，;；]\s*$/
const pointsOn = /[:：]$|\b(?:following|below|as follows|listed above)\b|以下|如下/i
/** A row of a fact sheet: "Severity: critical". */
const label = /^[^\s:：]{1,12}[:：]\s*\S{1,40}$/
const codeLike = /^\s*[$>#%]\s|[{};]\s*$|=>|&&|^\s*[a-z][\w./-]*(?:\s+\S+)*\s--?[a-z]/
/**
 * What an excerpt says, in its order, without what is planted in it. `cut`: the excerpt may end in the middle of a sentence,
 * which is then left out.
 */
export function readPassages(excerpt: string, cut: boolean): Passage[] {
  const blocks = readBlocks(excerpt)
  return blocks.flatMap((block, i) => {
    if (isPlanted(excerpt, block)) return []
    const last = i === blocks.length - 1
    const first = i === 0 && block.kind === 'paragraph'
    const pieces = piecesOf(excerpt.slice(block.start, block.end), block)
    return pieces.flatMap((piece, n) => {
      if (cut && last && n === pieces.length - 1 && block.code.length === 0 && !ended.test(piece)) return []
      // A chunk may start in the middle of a sentence.
      if (first && n === 0 && /^\p{Ll}/u.test(piece)) return []
      const passage = passageOf(piece, block, n === pieces.length - 1)
      return passage === null ? [] : [passage]
    })
  })
}

/** Whether the excerpt holds text that `readPassages` leaves out because it speaks to a model or orders what to say. */
export function holdsPlanted(excerpt: string): boolean {
  return readBlocks(excerpt).some(
    (block) => isPlanted(excerpt, block) || tellsWhatToSay(excerpt.slice(block.start, block.end).replace(/\s+/g, ' ')),
  )
}

function isPlanted(excerpt: string, { part, heading }: Block): boolean {
  return addressesModel(excerpt.slice(part.start, part.end)) || addressesModel(heading)
}

/** A short list item is one piece: its second sentence often limits the first. */
function piecesOf(raw: string, { kind }: Block): string[] {
  if (kind !== 'paragraph' && countChars(raw) <= longestItem) return [raw]
  const pieces: string[] = []
  // A line break would end a sentence; a space of the same length does not.
  for (const { segment, index } of sentences.segment(raw.replace(/[\r\n]/g, ' '))) {
    const piece = raw.slice(index, index + segment.length)
    const before = pieces.at(-1)
    if (before !== undefined && (shortForm.test(before) || inCode(before))) pieces[pieces.length - 1] = before + piece
    else pieces.push(piece)
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

const isShort = (code: readonly string[]) => code.length <= codeLines && !code.some((line) => line.includes('`'))

/** Whether a backtick is open at the end. */
const inCode = (text: string) => text.split('`').length % 2 === 0

function passageOf(quote: string, block: Block, lastOfBlock: boolean): Passage | null {
  const said = readable(quote)
  const code = lastOfBlock && isShort(block.code) ? block.code : []
  const step = tellsWhatToDo(said, block.kind)
  // "Check the pool:" says something only with the command behind it.
  const withCode = step && code.length > 0 && pointsOn.test(said)
  const text = withCode ? [said, ...code.map((line) => `\`${line}\``)].join('\n') : said
  if (countChars(text) < shortest || countChars(text) > longest) return null
  if (!withCode && (incomplete.test(said) || pointsOn.test(said))) return null
  if (label.test(said) || codeLike.test(said) || tellsWhatToSay(said)) return null
  if (contentWords(said).length < 2) return null
  return { text, quotes: withCode ? [quote, ...code] : [quote], step }
}

function readable(raw: string): string {
  return foldQuote(raw)
    .replace(/!?\[([^\]]*)\](?:\([^)\s]*\)|\[[^\]\s]*\])/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
}
