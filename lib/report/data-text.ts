// Text that comes from a run: in its own direction and language, so that it disturbs nothing around it.
import { findQuotes } from './find-quotes.ts'
import { type Html, html } from './html.ts'
import { textLanguage } from './text-language.ts'

/** Text within a line. */
export function inline(text: string): Html {
  return html`<bdi lang="${textLanguage(text)}">${text}</bdi>`
}

/** An identifier within a line. */
export function identifier(text: string): Html {
  return html`<code><bdi>${text}</bdi></code>`
}

/** Text of any length with its own line ends. */
export function block(text: string): Html {
  return html`<div class="text" dir="auto" lang="${textLanguage(text)}">${text}</div>`
}

/** Text that is read by machines first: JSON, queries. */
export function verbatim(text: string): Html {
  return html`<pre><code>${text}</code></pre>`
}

/** Any value as indented JSON. */
export function json(value: unknown): Html {
  return verbatim(JSON.stringify(value, null, 2) ?? 'null')
}

/** A stored excerpt, with the quotes marked where they stand in it. */
export function excerpt(text: string, quotes: readonly string[]): Html {
  const spans = findQuotes(text, quotes)
  const marked = spans.map(({ start, end }, i) => {
    const before = text.slice(spans[i - 1]?.end ?? 0, start)
    return html`${before}<mark>${text.slice(start, end)}</mark>`
  })
  const rest = text.slice(spans.at(-1)?.end ?? 0)
  return html`<blockquote class="text" dir="auto" lang="${textLanguage(text)}">${marked}${rest}</blockquote>`
}

/** An ISO time as people read it, in UTC. */
export function time(iso: string): Html {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso) ?? []
  return day === undefined ? inline(iso) : html`<time datetime="${iso}">${day} ${clock} UTC</time>`
}
