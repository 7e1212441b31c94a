/** What was thrown, in words for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
