// What was recorded for one case: what the service answered, and what the pipeline made of it (spec 07, "Assets").
import * as z from 'zod'
import { searchRequest } from '../../lib/contract/knowledge-api.ts'

/** One answer of the service, in the order of the attempts. */
const engineResponse = z.strictObject({
  /** The attempt that it answered, as the retrieval trace names it. */
  attempt: z.string(),
  request: searchRequest,
  serviceRequestId: z.string().nullable(),
  /** How long it took to the last byte when it was recorded, in ms; null for an answer that was written. */
  latencyMs: z.number().nonnegative().nullable(),
  /** The reply's body as it came. */
  body: z.json(),
})
export type EngineResponse = Readonly<z.infer<typeof engineResponse>>

/** The answer alone, whatever was asked. */
export type RecordedAnswer = Pick<EngineResponse, 'serviceRequestId' | 'latencyMs' | 'body'>

const recorded = z.record(z.string(), z.json())

export const fixture = z.strictObject({
  schemaVersion: z.literal(1),
  caseId: z.string(),
  engineResponses: z.array(engineResponse).min(1),
  /** The whole `LookupResult`, as JSON: what is compared is what was written, so no schema of today reads it. */
  lookupResult: recorded,
  /** What the agent was shown. */
  view: recorded,
})
export type Fixture = Readonly<z.infer<typeof fixture>>

/** A fixture as the text of its file. */
export const fixtureText = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })
  .pipe(fixture)
