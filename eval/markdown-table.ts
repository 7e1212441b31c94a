// Tables of a Markdown page; their cells are Markdown already.

type Cells = readonly string[]

/** Every column to the left. */
export function markdownTable(head: Cells, rows: readonly Cells[]): string {
  const rule = head.map(() => '---')
  return [head, rule, ...rows].map(line).join('\n')
}

/** A table whose columns of nothing but figures stand to the right. */
export function figuresTable(head: Cells, rows: readonly Cells[]): string {
  const rule = head.map((_, i) => (rows.every((row) => isFigure(row[i] ?? '')) ? '---:' : '---'))
  return [head, rule, ...rows].map(line).join('\n')
}

const line = (cells: Cells) => `| ${cells.join(' | ')} |`
const isFigure = (cell: string) => /^[-–<*%\d.,\s]*$/.test(cell)
