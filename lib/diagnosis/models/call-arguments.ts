// Arguments are JSON text in this project and an object in some APIs; a model may have written something else altogether.

/** Arguments of an API as text: text as it is, broken or not; a value as JSON; nothing as an empty object. */
export function argumentsText(given: unknown): string {
  if (typeof given === 'string') return given
  return JSON.stringify(given ?? {})
}

/**
 * Arguments of the transcript as the object that APIs expect when they are sent back. What is no object goes under one key: APIs
 * and local servers refuse a whole conversation for one broken call in its past.
 */
export function argumentsObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Kept as text below.
  }
  return { not_an_object: text }
}
