import { type OpenedDraft, openDraft } from './open-draft.ts'

/** Opens the text of a model as a draft. Text that is not one JSON value is code 1; nothing is salvaged here. */
export function parseDraftText(text: string): OpenedDraft {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const message = 'The draft is not JSON.'
    return { wellFormed: false, reported: [{ code: 'DRAFT_SCHEMA_INVALID', path: [], message }] }
  }
  return openDraft(value)
}
