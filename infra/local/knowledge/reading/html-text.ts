import { convert, type Formatter } from 'html-to-text'

/** Headings become Markdown headings, so that HTML is split by the same rules as Markdown. */
const markdownHeading: Formatter = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addInline(`${'#'.repeat(Number(element.name.slice(1)))} `)
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** Nesting deeper than this is no document; it would only exhaust the stack. */
const maxDepth = 200

/** The readable text of an HTML page as simple Markdown: no scripts, styles, images or link targets. */
export function htmlToMarkdown(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { markdownHeading },
    selectors: [
      ...headings.map((selector) => ({ selector, format: 'markdownHeading' })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
    limits: { maxDepth },
  })
}
