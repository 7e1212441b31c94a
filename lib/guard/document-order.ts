import type { DraftPath } from './json-pointer.ts'

/** Fields in the order in which the schema of a draft has them, whatever order a draft's own keys have. */
export const fieldOrder: readonly string[] = [
  'analysis',
  'conclusion',
  'action_plan',
  'limitations',
  'document_id',
  'id',
  'kind',
  'text',
  'tool_call_ids',
  'document_ids',
  'quotes',
  'based_on_analysis_ids',
]

/** Compares two places of a draft: a parent before its parts, items by index, fields as in the schema, unknown ones last. */
export function byDocumentOrder(a: DraftPath, b: DraftPath): number {
  for (const [depth, step] of a.entries()) {
    const other = b[depth]
    if (other === undefined) return 1
    const difference = rank(step) - rank(other)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function rank(step: string | number): number {
  if (typeof step === 'number') return step
  const at = fieldOrder.indexOf(step)
  return at < 0 ? fieldOrder.length : at
}
