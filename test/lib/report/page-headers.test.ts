import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageContentType, pageHeaders } from '../../../lib/report/page-headers.ts'
import { renderPage } from '../../../lib/report/render-page.ts'
import { open } from './run-views.ts'

test('the policy allows the style sheet of the page and nothing else', () => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(renderPage(open(), 'en'))?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(pageHeaders['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})

test('the page is HTML in UTF-8, is taken for nothing else, and tells no one where it was', () => {
  expect(pageContentType).toBe('text/html; charset=utf-8')
  expect(pageHeaders['x-content-type-options']).toBe('nosniff')
  expect(pageHeaders['referrer-policy']).toBe('no-referrer')
})
