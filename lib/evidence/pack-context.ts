import type { ContextPack, EvidenceBlock } from '../contract/lookup-result.ts'
import { countChars, cutText } from '../text/cut-text.ts'

const separator = '\n\n'
const ellipsis = '...'

/**
 * Blocks as one text within a budget of code points: rank is priority, first come first served (spec 02, "Pack"). For people,
 * snapshots and later uses; the agent never sees it.
 */
export function packContext(blocks: readonly EvidenceBlock[], charBudget: number): ContextPack {
  const parts: string[] = []
  const included: string[] = []
  const omitted: string[] = []
  let usedChars = 0
  let open = true
  for (const block of blocks) {
    const room = charBudget - usedChars - (parts.length === 0 ? 0 : separator.length)
    const text = open ? fitBlock(block, room) : null
    if (text === null) {
      // Once one block has no room, none behind it is tried: a lower rank never takes a higher one's place.
      open = false
      omitted.push(sourceOf(block))
      continue
    }
    usedChars += countChars(text) + (parts.length === 0 ? 0 : separator.length)
    parts.push(text)
    included.push(sourceOf(block))
  }
  return {
    packedText: parts.join(separator),
    strategy: 'ranked_evidence_char_budget',
    charBudget,
    usedChars,
    includedSources: [...new Set(included)],
    omittedSources: [...new Set(omitted)],
  }
}

/** The block whole, or with its content cut, or null when not even its header, one character and the dots have room. */
function fitBlock(block: EvidenceBlock, room: number): string | null {
  const header = headerOf(block)
  const roomForContent = room - countChars(header)
  if (roomForContent <= 0) return null
  const whole = cutText(block.content, roomForContent)
  if (!whole.cut) return header + whole.text
  const start = cutText(block.content, Math.max(0, roomForContent - ellipsis.length)).text
  return start === '' ? null : header + start + ellipsis
}

function headerOf(block: EvidenceBlock): string {
  return [
    `[Evidence ${block.finalRank}]`,
    `source: ${oneLine(block.source)}`,
    `breadcrumb: ${oneLine(block.breadcrumb)}`,
    `reasons: ${block.hitReasons.join(', ')}`,
    'content:',
    '',
  ].join('\n')
}

/** A document's own words must not look like a further line of our header. */
const oneLine = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

const sourceOf = (block: EvidenceBlock) => block.source ?? block.docId ?? block.evidenceKey
