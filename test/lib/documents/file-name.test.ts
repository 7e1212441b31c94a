import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDisposition } from '../../../lib/documents/content-disposition.ts'
import { documentTypeOf } from '../../../lib/documents/document-type.ts'
import { toFileName } from '../../../lib/documents/file-name.ts'

/** A header as it stands on the wire: one character a byte. */
const wire = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const filenameOf = (parameters: string) => parseDisposition(wire(`form-data; name="file"; ${parameters}`))?.filename

describe('the file name in a Content-Disposition', () => {
  it.each([
    ['plain', 'filename="a.md"', 'a.md'],
    ['not quoted', 'filename=a.md', 'a.md'],
    ['Chinese', 'filename="故障手册（第2版）.pdf"', '故障手册（第2版）.pdf'],
    ['Cyrillic', 'filename="Расчет.docx"', 'Расчет.docx'],
    ['latin', 'filename="X©y.ts"', 'X©y.ts'],
    ['emoji', 'filename="🔥 on call 📁.md"', '🔥 on call 📁.md'],
    ['spaces side by side', 'filename="a  b.pdf"', 'a  b.pdf'],
    ['mixed', 'filename="A 天 B.pdf"', 'A 天 B.pdf'],
    ['a combining mark kept apart', 'filename="u\u0308.md"', 'u\u0308.md'],
    ['RFC 5987', "filename*=UTF-8''%E6%95%85%E9%9A%9C.md", '故障.md'],
    ['RFC 5987 in latin-1, with a language', "filename*=iso-8859-1'en'na%EFve.md", 'naïve.md'],
    ['RFC 5987 before the plain form', 'filename="_.md"; filename*=UTF-8\'\'%E6%95%85.md', '故.md'],
    ['RFC 2231 pieces', 'filename*0*=UTF-8\'\'%E6%95; filename*1*=%85; filename*2=" x.md"', '故 x.md'],
    ['RFC 2231 plain pieces', 'filename*0="long "; filename*1="name.md"', 'long name.md'],
    ['a quote as browsers write it', 'filename="a%22b.md"', 'a"b.md'],
    ['a quote as old browsers wrote it', 'filename="a\\"b.md"', 'a"b.md'],
    ['a bare quote of very old browsers', 'filename="a"b.md"', 'a"b.md'],
    ['an old quote before what looks like a parameter', 'filename="a\\"; b=c.md"', 'a"; b=c.md'],
    ['a semicolon', 'filename="a; b.md"', 'a; b.md'],
    ['other percent signs kept', 'filename="100%25 %2e%2F %0a.md"', '100%25 %2e%2F %0a.md'],
    ['an entity kept', 'filename="&#9731;.md"', '&#9731;.md'],
    ['an encoded word kept', 'filename="=?utf-8?q?a?=.md"', '=?utf-8?q?a?=.md'],
    ['before the name', 'filename="a.md"; x=y', 'a.md'],
    ['in capitals', 'FileName="a.md"', 'a.md'],
    ['a backslash at the end', 'filename="C:\\dir\\"', 'C:\\dir\\'],
  ])('is read as it was meant: %s', (_, parameters, name) => {
    expect(filenameOf(parameters)).toBe(name)
  })

  it('decodes the line breaks of browsers, so that they can be refused', () => {
    expect(filenameOf('filename="a%0D%0Ab.md"')).toBe('a\r\nb.md')
    expect(() => toFileName('a\r\nb.md')).toThrow(expect.objectContaining({ code: 'E_VALIDATION' }))
  })

  it('is the same whatever its characters, in the plain and in the extended form', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((n) => !/[\p{Cc}"\\%]|^\s|\s$/u.test(n))
    fc.assert(
      fc.property(names, (name) => {
        expect(filenameOf(`filename="${name}"`)).toBe(name)
        expect(filenameOf(`filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`)).toBe(name)
      }),
    )
  })

  it.each([
    ['bytes that are not UTF-8', 'form-data; name="file"; filename="caf\xe9.md"'],
    ['an extended form without charset', wire('form-data; name="file"; filename*=plain.md')],
    ['an unknown charset', wire('form-data; name="file"; filename*=klingon\'\'a.md')],
    ['a quote that never closes', wire('form-data; name="file"; filename="a.md')],
    ['two file names', wire('form-data; name="file"; filename="a.md"; filename="b.md"')],
  ])('is refused for %s', (_, header) => {
    expect(() => parseDisposition(header)).toThrow(expect.objectContaining({ code: 'E_VALIDATION' }))
  })

  it('is nothing where the part is no form-data with a name', () => {
    expect(parseDisposition('')).toBeNull()
    expect(parseDisposition('attachment; filename="a.md"')).toBeNull()
    expect(parseDisposition('form-data; filename="a.md"')).toBeNull()
    expect(parseDisposition('form-data; name=file')).toEqual({ name: 'file', filename: null })
  })
})

describe('a file name', () => {
  it.each([
    ['/tmp/a.md', 'a.md'],
    ['C:\\files\\a.md', 'a.md'],
    ['..\\..\\a.md', 'a.md'],
    ['../../etc/故障.md', '故障.md'],
    ['\\\\server\\share/a.md', 'a.md'],
    ['...md', '...md'],
    [' a.md', ' a.md'],
    ['a\u2028b.txt', 'a\u2028b.txt'],
  ])('%j loses its path and nothing else', (sent, name) => expect(toFileName(sent)).toBe(name))

  it.each(['', '.', '..', '...', 'dir/', 'dir\\..', '   ', 'a\u0000.md', 'a\u007f.md', 'a\u0085.md', '\ud800.md'])(
    '%j is refused',
    (sent) => {
      expect(() => toFileName(sent)).toThrow(expect.objectContaining({ code: 'E_VALIDATION' }))
    },
  )

  it('may have 255 characters, however many bytes they take', () => {
    expect(toFileName(`${'📁'.repeat(252)}.md`)).toContain('📁')
    expect(() => toFileName(`${'📁'.repeat(253)}.md`)).toThrow(expect.objectContaining({ code: 'E_VALIDATION' }))
  })
})

describe('the type of a document', () => {
  it.each([
    ['a.md', 'text/markdown'],
    ['a.MARKDOWN', 'text/markdown'],
    ['a.b.Txt', 'text/plain'],
    ['a.pdf', 'application/pdf'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.html', 'text/html'],
    ['a.htm', 'text/html'],
  ])('is told by the extension: %s', (name, type) => expect(documentTypeOf(name)).toBe(type))

  it.each(['a', 'a.', 'a.exe', 'a.md.exe', 'md', 'a.md ', 'a.doc', 'a.constructor'])('%j is not taken', (name) => {
    expect(() => documentTypeOf(name)).toThrow(expect.objectContaining({ code: 'E_UNSUPPORTED_MEDIA_TYPE' }))
  })
})
