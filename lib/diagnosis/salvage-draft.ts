// A model's text that holds a draft and a little more (spec 06, "Repair"). What is ambiguous is not guessed at.

/** Deeper than any draft; beyond it, code that walks a value by recursion could fail. */
const maxDepth = 100

const fence = '```'

/**
 * The JSON value that `text` is; or the one object in it, in a code fence or after prose, when nothing stands behind it. Null
 * for anything else: two objects, cut JSON, trailing garbage.
 */
export function salvageDraft(text: string): { readonly value: unknown } | null {
  const trimmed = text.trim()
  return parse(trimmed) ?? parseObject(inFence(trimmed)) ?? parseObject(afterProse(trimmed))
}

/** What stands between the first fence and one at the very end, less the language; prose before it holds no brace. */
function inFence(text: string): string {
  const start = text.indexOf(fence)
  if (start < 0 || text.slice(0, start).includes('{') || !text.endsWith(fence)) return ''
  return text
    .slice(start + fence.length, -fence.length)
    .replace(/^[\w-]*/, '')
    .trim()
}

function afterProse(text: string): string {
  const start = text.indexOf('{')
  return start < 0 ? '' : text.slice(start)
}

const parseObject = (text: string) => (text.startsWith('{') ? parse(text) : null)

function parse(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDeep(value) ? null : { value }
  } catch {
    return null
  }
}

function isDeep(root: unknown): boolean {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
