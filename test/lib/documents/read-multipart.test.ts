import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../lib/contract/limits.ts'
import { readMultipart } from '../../../lib/documents/read-multipart.ts'

const boundary = 'edge-of-part'
const contentType = `multipart/form-data; boundary=${boundary}`
const part = (disposition: string, content: string | Uint8Array, more = '') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const form = (...parts: Uint8Array[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
const file = (content: string | Uint8Array = '# Steps') => part('name="file"; filename="a.md"', content)
const invalid = (path: string, message: RegExp) => ({
  code: 'E_VALIDATION',
  details: [{ path, message: expect.stringMatching(message) }],
})

describe('an upload form', () => {
  it('gives fields and the file', async () => {
    const body = form(part('name="category"', 'gateway'), file('text'), part('name="title"', '网关超时'))
    expect(await readMultipart(contentType, body)).toEqual({
      fields: { category: 'gateway', title: '网关超时' },
      file: { filename: 'a.md', bytes: Buffer.from('text') },
    })
  })

  it('leaves every byte of the file as it is', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).filter((b) => b.length > 0 && !Buffer.from(b).includes(boundary))
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const { file: read } = await readMultipart(contentType, form(file(content)))
        expect(Buffer.from(read.bytes).equals(Buffer.from(content))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('leaves CRLF, zero bytes, dashes and half a boundary inside the file as they are', async () => {
    const content = Buffer.concat([
      Buffer.from(`\r\n\r\n--${boundary.slice(0, -1)}\r\n--`),
      Buffer.from([0, 255, 13, 10]),
    ])
    expect((await readMultipart(contentType, form(file(content)))).file.bytes).toEqual(content)
  })

  it('takes a quoted boundary and other parameters before it', async () => {
    const quoted = `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`
    expect((await readMultipart(quoted, form(file()))).file.filename).toBe('a.md')
  })

  it('takes a file of exactly the limit, and refuses one byte more with the way out', async () => {
    const whole = Buffer.alloc(limits.document.fileBytes, 'x')
    expect((await readMultipart(contentType, form(file(whole)))).file.bytes).toHaveLength(4_500_000)
    await expect(readMultipart(contentType, form(file(Buffer.alloc(4_500_001, 'x'))))).rejects.toMatchObject({
      code: 'E_PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/4500000.*POST \/api\/documents\/uploads/),
    })
  })

  it('does without nameless parts in front of the file', async () => {
    const nameless = Buffer.from(`--${boundary}\r\nContent-Disposition: \r\n\r\nx\r\n--${boundary}\r\n\r\n`)
    expect(await readMultipart(contentType, form(nameless, part('name="title"', 'a'), file('text')))).toEqual({
      fields: { title: 'a' },
      file: { filename: 'a.md', bytes: Buffer.from('text') },
    })
  })

  it('decodes a field by its charset', async () => {
    const field = part('name="title"', Buffer.from([0xfc]), 'Content-Type: text/plain; charset=iso-8859-1\r\n')
    expect((await readMultipart(contentType, form(field, file()))).fields).toEqual({ title: 'ü' })
  })

  it.each([
    ['a body cut off inside the file', form(file()).subarray(0, -20), '', /cut off/],
    ['a body without the last boundary', file(), '', /cut off/],
    ['line feeds alone', Buffer.from(form(file()).toString('latin1').replaceAll('\r\n', '\n')), '', /cut off/],
    ['an empty body', Buffer.alloc(0), '', /cut off/],
    ['another boundary than the header says', Buffer.from('--other\r\n\r\n--other--'), '', /cut off/],
    ['no file', form(part('name="category"', 'x')), 'file', /part `file`/],
    ['an empty form', form(), 'file', /part `file`/],
    ['the file as a field', form(part('name="file"', 'text')), 'file', /file name/],
    ['two files', form(file(), file()), 'file', /one file/],
    ['the file under another name', form(part('name="upload"; filename="a.md"', 'x')), 'file', /"upload"/],
    ['no file chosen', form(part('name="file"; filename=""', '')), 'file', /no file was chosen/],
    ['an empty file', form(file('')), 'file', /empty/],
    ['a field twice', form(part('name="title"', 'a'), part('name="title"', 'b'), file()), 'title', /twice/],
    ['a field with a prototype name', form(part('name="__proto__"', 'a'), file()), '__proto__', /name/],
    ['a field that is not UTF-8', form(part('name="title"', Buffer.from([0xff])), file()), 'title', /UTF-8/],
    ['an endless field', form(part('name="title"', 'x'.repeat(65_537)), file()), 'title', /65536/],
    [
      'a file that a line of its own cut in two',
      form(file(`x\r\n--${boundary}x\r\n--${boundary}2`)),
      '',
      /behind the file.*boundary/,
    ],
    [
      'a nameless part behind the file',
      form(file(), Buffer.from(`--${boundary}\r\n\r\nrest\r\n`)),
      '',
      /behind the file/,
    ],
    [
      'a transfer encoding that hides the bytes',
      form(part('name="file"; filename="a.md"', 'AAAA', 'Content-Transfer-Encoding: base64\r\n')),
      'file',
      /as they are/,
    ],
    [
      'more parts than any form has',
      form(...Array.from({ length: 101 }, (_, i) => part(`name="f${i}"`, ''))),
      '',
      /100/,
    ],
  ])('refuses %s', async (_, body, path, message) => {
    await expect(readMultipart(contentType, body)).rejects.toMatchObject(invalid(path, message))
  })

  it('asks for a boundary where the content type names none', async () => {
    await expect(readMultipart('multipart/form-data', form(file()))).rejects.toMatchObject(invalid('', /boundary/))
  })

  it.each([null, 'application/json', 'text/plain; boundary=x', 'multipart/mixed; boundary=x'])(
    'is refused as another type when it comes as %s',
    async (type) => {
      await expect(readMultipart(type, form(file()))).rejects.toMatchObject({ code: 'E_UNSUPPORTED_MEDIA_TYPE' })
    },
  )
})
