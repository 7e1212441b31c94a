import { expect, it } from 'vitest'
import { mediaTypeOf } from '../../../lib/contract/document-types.ts'

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
  ['a.exe', undefined],
  ['a.constructor', undefined],
  ['md', undefined],
  ['.md', undefined],
  [' .md', undefined],
  ['\ufeff.md', undefined],
  ['\u2028.md', undefined],
  ['\ufeffa.md', 'text/markdown'],
  ['..md', 'text/markdown'],
  ['a\u2028.md', 'text/markdown'],
  ['a.md\ufeff', undefined],
  ['', undefined],
])('%s is %s', (filename, type) => {
  expect(mediaTypeOf(filename)).toBe(type)
})
