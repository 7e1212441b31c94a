import * as z from 'zod'
import { diagnosisDraft } from '../contract/draft.ts'

/**
 * The JSON Schema of a draft that models are handed, generated from the schema that judges drafts (spec 04). `limitations` and
 * `quotes` are required here: the parser lets them be left out only so that their absence has a violation code of its own.
 */
export const draftJsonSchema: Readonly<Record<string, unknown>> = generate()

function generate(): Readonly<Record<string, unknown>> {
  // As output, so that a field with a default is required.
  const { $schema: _, required = [], ...schema } = z.toJSONSchema(diagnosisDraft, { io: 'output' })
  return { ...schema, required: [...new Set([...required, 'limitations'])] }
}
