import type * as z from 'zod'
import { diagnosisDraft } from '../../contract/draft.ts'
import { limits } from '../../contract/limits.ts'
import { exceedsJsonBytes } from '../exceeds-json-bytes.ts'
import type { Finding, Rule } from '../rule.ts'

/** Looks at the value as received. A draft over its size is not looked into, so that its cost stays bounded. */
export const draftSchemaInvalid: Rule<unknown> = {
  code: 'DRAFT_SCHEMA_INVALID',
  check: (value) => {
    if (exceedsJsonBytes(value, limits.draft.bytes)) {
      return [{ path: [], message: `The draft has more than ${limits.draft.bytes} bytes as JSON.` }]
    }
    return diagnosisDraft.safeParse(value).error?.issues.flatMap(findingsOf) ?? []
  },
}

function findingsOf(issue: z.core.$ZodIssue): Finding[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) =>
    // A key can be as long as a draft; a path that long would leave no room for the answer.
    key.length > limits.draft.idChars
      ? { path, message: `A field with a name of ${key.length} characters is not in the schema.` }
      : { path: [...path, key], message: 'This field is not in the schema.' },
  )
}
