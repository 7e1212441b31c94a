// What a page of a run goes out with: a policy that allows its own style sheet and nothing else.
import { createHash } from 'node:crypto'
import { htmlText } from './html.ts'
import { pageStyle } from './page-style.ts'

const styleDigest = createHash('sha256').update(htmlText(pageStyle)).digest('base64')

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleDigest}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageContentType = 'text/html; charset=utf-8'

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
