import { expect, it } from 'vitest'
import { documentContentType } from '../../../lib/knowledge/document-content-type.ts'

it.each([
  ['a.md', 'text/markdown'],
  ['a.markdown', 'text/markdown'],
  ['a.txt', 'text/plain'],
  ['a.pdf', 'application/pdf'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.html', 'text/html'],
  ['a.htm', 'text/html'],
  ['故障手册（第2版）.PDF', 'application/pdf'],
  ['a.pdf.md', 'text/markdown'],
  ['a.exe', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['md', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%s is %s', (filename, type) => {
  expect(documentContentType(filename)).toBe(type)
})
