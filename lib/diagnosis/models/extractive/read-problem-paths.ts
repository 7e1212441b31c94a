// Which places of a draft a repair message speaks of. The message is a prompt with JSON in it: a problem a line, or one object
// that lists them. Read by what the parts look like, so that the prompt's words may change.
import * as z from 'zod'

/** A violation of the evidence guard, or what was refused before it. */
const violation = z.object({ code: z.string(), path: z.string() })
/** A verdict of the semantic guard. */
const judgement = z.object({ statement: z.string(), verdict: z.string() })
const listed = z.object({ violations: z.array(z.unknown()).default([]), semantic: z.array(z.unknown()).default([]) })

/** JSON Pointers into the draft; null when the message holds none. */
export function readProblemPaths(message: string): string[] | null {
  const paths = objectsIn(message).flatMap((value) => {
    const { violations, semantic } = listed.safeParse(value).data ?? { violations: [], semantic: [] }
    return [value, ...violations, ...semantic].flatMap(pathOf)
  })
  return paths.length > 0 ? paths : null
}

function pathOf(value: unknown): string[] {
  const row = violation.safeParse(value).data
  if (row !== undefined) return [row.path]
  const judged = judgement.safeParse(value).data
  return judged !== undefined && judged.verdict !== 'SUPPORTED' ? [judged.statement] : []
}

/** The objects that stand each on a line; else the one that ends the message, over several lines. */
function objectsIn(message: string): unknown[] {
  const lines = message.split('\n').flatMap((line) => parseObject(line))
  if (lines.length > 0) return lines
  const end = message.lastIndexOf('}') + 1
  const starts = [...message.matchAll(/^[ \t]*\{/gm)].map((match) => match.index).filter((start) => start < end)
  for (const start of starts.toReversed()) {
    const found = parseObject(message.slice(start, end))
    if (found.some((value) => listed.safeParse(value).success && isListing(value))) return found
  }
  return []
}

const isListing = (value: object) => 'violations' in value || 'semantic' in value

function parseObject(text: string): object[] {
  if (!/^\s*\{/.test(text)) return []
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? [value] : []
  } catch {
    return []
  }
}
