// Data as one line of a terminal: whatever a case or a baseline holds, it makes no line, no colour and no order of its own.

/** Runs of control characters, line breaks of Unicode and marks of writing direction become one space. */
export const terminalLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
