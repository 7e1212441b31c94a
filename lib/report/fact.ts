import { type Content, type Html, html } from './html.ts'

/** One row of a `<dl class="facts">`. */
export function fact(name: string, value: Content): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}
