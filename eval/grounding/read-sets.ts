import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

const row = z.object({
  id: z.string(),
  set: z.string(),
  claim: z.string(),
  /** UHGEval's keywords come without their article: such a claim can't be compared. */
  evidence: z.array(z.string()).default([]),
  label: z.enum(['supported', 'unsupported']),
  /** The set's own note on the label. */
  fine: z
    .string()
    .nullish()
    .transform((note) => note ?? ''),
})

export type GroundingClaim = Readonly<z.infer<typeof row>>
export type GroundingSet = { readonly name: string; readonly claims: readonly GroundingClaim[] }

/**
 * The grounding sets under `folder`, one a file (`*.jsonl`, also gzipped), by name: the path without its ending.
 * @param every take each n-th claim only: a quicker, rougher look
 * @throws Error that names file and line when a row is not of the shape `{id, set, claim, evidence, label}`
 */
export function readSets(folder: string, every = 1): GroundingSet[] {
  const files = globSync('**/*.jsonl{,.gz}', { cwd: folder }).toSorted()
  return files.map((file) => ({
    name: file.replaceAll('\\', '/').replace(/\.jsonl(?:\.gz)?$/, ''),
    claims: linesOf(join(folder, file))
      .map((line, i) => ({ line, i }))
      .filter(({ i }) => i % every === 0)
      .map(({ line, i }) => parseRow(line, `${file}:${i + 1}`)),
  }))
}

function linesOf(path: string): string[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').filter((line) => line.trim() !== '')
}

function parseRow(line: string, place: string): GroundingClaim {
  const parsed = row.safeParse(parseJson(line))
  if (!parsed.success) throw new Error(`${place}: not a grounding claim (${parsed.error.issues[0]?.message})`)
  const { claim, evidence, ...rest } = parsed.data
  // WiCE lists one article sentence by sentence; elsewhere each entry is a text of its own.
  return { ...rest, claim, evidence: rest.set.startsWith('WiCE') ? [evidence.join('\n')] : evidence }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
