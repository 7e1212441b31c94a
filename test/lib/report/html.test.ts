import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Content, html, htmlText } from '../../../lib/report/html.ts'
import { hostileText } from '../hostile-text.ts'

const made = (content: Content) => htmlText(html`<p title="${content}">${content}</p>`)

describe('whatever is interpolated', () => {
  test('is escaped in content and in attributes', () => {
    expect(made(`<b>&"'`)).toBe('<p title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;</p>')
  })

  test('holds no character that could begin or end markup', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const inside = htmlText(html`${text}`)
        expect(inside).not.toMatch(/[<>"']/)
        expect(inside.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
      }),
    )
  })

  test('shows what it hides', () => {
    expect(made('\u202ea\u0000')).toBe('<p title="[U+202E]a␀">[U+202E]a␀</p>')
  })

  test('is markup only when this tag made it', () => {
    expect(htmlText(html`<p>${html`<b>${'<'}</b>`}</p>`)).toBe('<p><b>&lt;</b></p>')
    expect(htmlText(html`${[html`<i>`, '<i>', 3]}`)).toBe('<i>&lt;i&gt;3')
  })

  test('cannot pass for markup by its shape', () => {
    const forged: Content = JSON.parse('["<b>", {"markup":"<b>","Symbol(markup)":"<b>"}]')[0]
    expect(htmlText(html`${forged}`)).toBe('&lt;b&gt;')
    expect(() => htmlText(html`${JSON.parse('{"Symbol(markup)":"<b>"}')}`)).toThrow()
  })

  test('leaves nothing when it is null, undefined or false', () => {
    expect(htmlText(html`a${null}${undefined}${false}${[]}b${0}`)).toBe('ab0')
  })
})
