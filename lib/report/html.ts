// The one place where text becomes HTML. Whatever is interpolated is data and is escaped; only what this tag made is markup.
import { visibleText } from './visible-text.ts'

const markup = Symbol('markup')

/** Markup made by `html`. JSON cannot hold a symbol, so no data can pass for it. */
export type Html = { readonly [markup]: string }

/** Null, undefined and false leave nothing. */
export type Content = string | number | Html | readonly Content[] | null | undefined | false

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose interpolations are escaped, for element content and for attribute values in double quotes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const text = parts.reduce((all, part, i) => `${all}${written(contents[i - 1])}${part}`)
  return { [markup]: text }
}

/** The markup as a string, to be sent. */
export function htmlText(page: Html): string {
  return page[markup]
}

function written(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (typeof content === 'number') return String(content)
  if (typeof content === 'string') return visibleText(content).replace(/[&<>"']/g, (char) => entities[char] ?? '')
  if (markup in content) return content[markup]
  return content.map(written).join('')
}
