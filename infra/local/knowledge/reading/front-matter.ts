// YAML between `---` lines describes a document; it is plain data, never evaluated, and never part of what is indexed.
import { parse } from 'yaml'
import * as z from 'zod'

/** A YAML escape can name half a character, and a cut can leave one: no storage takes it. */
const line = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value).trim().slice(0, 500).toWellFormed())
  .transform((value) => (value === '' ? null : value))
const optionalLine = line
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const lines = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .transform((values) => values.map((value) => line.safeParse(value).data ?? null).filter((value) => value !== null))

/** A field that is missing, blank or not a plain value is null: the description never decides whether a document is taken. */
const frontMatter = z.object({
  source: optionalLine,
  title: optionalLine,
  breadcrumb: optionalLine,
  category: optionalLine,
  kb_scope: optionalLine,
  summary: optionalLine,
  keywords: lines,
  covers: lines,
  when_to_retrieve: lines,
})
export type FrontMatter = z.infer<typeof frontMatter>

export type SplitDocument = {
  /** Null when the document has none that can be used. */
  readonly matter: FrontMatter | null
  /** The text behind the front matter: the only part that is chunked and indexed. */
  readonly body: string
  readonly warning: string | null
}

/** A description is short; more than this is a text that happens to start with a rule, or an attack on the parser. */
const maxMatterChars = 32_768
const opening = /^---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*$/m
const knownField = new RegExp(`^(?:${Object.keys(frontMatter.shape).join('|')})[ \\t]*:`, 'm')

/**
 * `text` cut into its description and its body. Only a first line of exactly `---` opens a description (`---js` does not), and
 * a block that is no YAML mapping is one only if it names one of the fields: a rule over prose stays prose, a broken
 * description stays out of the index.
 */
export function splitFrontMatter(text: string): SplitDocument {
  const none = { matter: null, body: text, warning: null }
  const start = opening.exec(text)?.[0].length
  if (start === undefined) return none
  const rest = text.slice(start, start + maxMatterChars)
  const end = closing.exec(rest)
  if (end === null) return none
  const block = rest.slice(0, end.index)
  const body = text.slice(start + end.index + end[0].length).replace(/^\r?\n/, '')
  const value = readYaml(block)
  if (isMapping(value)) return { matter: frontMatter.parse({ ...value }), body, warning: null }
  if (block.trim() === '') return { matter: null, body, warning: null }
  if (!knownField.test(block)) return none
  return { matter: null, body, warning: 'the front matter is not valid YAML; it was left out' }
}

/** Undefined when it is not YAML. `maxAliasCount` bounds what aliases may multiply. */
function readYaml(block: string): unknown {
  try {
    return parse(block, { maxAliasCount: 20, logLevel: 'error' })
  } catch {
    return undefined
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
