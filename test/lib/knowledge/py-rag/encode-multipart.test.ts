import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeMultipart } from '../../../../lib/knowledge/py-rag/encode-multipart.ts'

const file = { name: 'file', filename: 'a.md', contentType: 'text/markdown', bytes: Buffer.from('# A') }

/** Read back by the platform's own parser. */
async function readBack(body: ReturnType<typeof encodeMultipart>): Promise<FormData> {
  const headers = { 'content-type': body.contentType }
  return new Response(Buffer.concat(body.parts), { headers }).formData()
}

it('writes fields, then the file, as browsers do', () => {
  const body = encodeMultipart(file, { category: 'gateway' }, 'B')
  expect(body.contentType).toBe('multipart/form-data; boundary=B')
  expect(Buffer.concat(body.parts).toString()).toBe(
    [
      '--B',
      'Content-Disposition: form-data; name="category"',
      '',
      'gateway',
      '--B',
      'Content-Disposition: form-data; name="file"; filename="a.md"',
      'Content-Type: text/markdown',
      '',
      '# A',
      '--B--',
      '',
    ].join('\r\n'),
  )
})

it('percent-encodes quotes, CR and LF of a file name, and nothing else', () => {
  const body = encodeMultipart({ ...file, filename: 'a"b\rc\nd%22 é.md' }, {}, 'B')
  expect(Buffer.concat(body.parts).toString()).toContain('filename="a%22b%0Dc%0Ad%22 é.md"\r\n')
})

it('passes the bytes of the file on without a copy', () => {
  expect(encodeMultipart(file, {}, 'B').parts).toContain(file.bytes)
})

it.each(['故障手册（第2版）.pdf', 'Расчет.docx', 'X©y.ts', 'A 天 B.pdf', 'a  b.pdf', '📁.md'])(
  'keeps the file name %s',
  async (filename) => {
    const form = await readBack(encodeMultipart({ ...file, filename }, {}, 'B'))
    expect(form.get('file')).toHaveProperty('name', filename)
  },
)

it('keeps any bytes and any field', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), async (bytes, category) => {
      const form = await readBack(encodeMultipart({ ...file, bytes }, { category }, 'b-7f3a9c1e5d2846f0'))
      const part = form.get('file')
      if (!(part instanceof File)) throw new Error('no file')
      expect(sha256(await part.bytes())).toBe(sha256(bytes))
      expect(form.get('category')).toBe(category)
    }),
    { numRuns: 100 },
  )
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
