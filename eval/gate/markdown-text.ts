// Data as text of a Markdown page: whatever it holds, it makes no markup and no row of its own.

/** A table's cell, or a word in a sentence. */
export function markdownText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text
    .replace(/\s+/g, ' ')
    .replace(/[&<>]/g, (char) => entities[char] ?? char)
    .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
