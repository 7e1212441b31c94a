// Requests and cases that others have collected over the years, from the public data folder.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../../lib/contract/faults.ts'
import { limits } from '../../../lib/contract/limits.ts'
import { toFileName } from '../../../lib/documents/file-name.ts'
import { readMultipart } from '../../../lib/documents/read-multipart.ts'
import { type Part, readParts } from '../../../lib/documents/read-parts.ts'

const data = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'hard-inputs/multipart')
const casesFile = join(data, 'busboy-cases.json')
const requests = globSync(join(data, 'formidable-http/*/*.http')).sort()
const absent = 'skipped where the public data is absent'

type Expected = { readonly name: string; readonly filename: string | null; readonly content: string | number }
type Case = {
  readonly what: string
  readonly boundary: string
  readonly bodyBase64: string
  readonly shouldError?: string
  readonly preservePath?: boolean
  readonly limits?: object
  readonly events?: readonly string[]
  readonly expected: readonly unknown[]
}

/** The two busboys note a part differently; limit events are none of ours. */
function expectedPart(row: unknown): Expected[] {
  if (Array.isArray(row)) {
    const [type, name, content, , filename] = row
    return [{ name, content, filename: type === 'file' ? filename : null }]
  }
  if (typeof row !== 'object' || row === null || !('name' in row)) return []
  const part = row as { name: string; val?: string; data?: { data: number[] }; info: { filename?: string } }
  return [{ name: part.name, content: part.val ?? part.data?.data.length ?? 0, filename: part.info.filename ?? null }]
}

const isError = (row: unknown) => typeof row === 'object' && row !== null && 'error' in row
const contentOf = (part: Part, like: string | number) =>
  typeof like === 'number' ? part.bytes.length : Buffer.from(part.bytes).toString('utf8')

describe.skipIf(!existsSync(casesFile))(`cases of two multipart parsers (${absent})`, () => {
  const cases: Case[] = existsSync(casesFile) ? JSON.parse(readFileSync(casesFile, 'utf8')) : []
  const oversized = (c: Case) => c.what === 'Oversized part header'
  const cutOff = (c: Case) => !oversized(c) && (c.shouldError !== undefined || c.expected.some(isError))
  // Options that a caller of those parsers may set and that we do not have. Their results are a part of what the body says.
  const restricted = (c: Case) => c.limits !== undefined || c.events !== undefined
  const reclassified = (c: Case) => c.what.includes('isPartAFile')

  it('are all there', () => expect(cases).toHaveLength(52))

  it.each(cases.filter(cutOff))('refuses "$what" ($boundary)', async ({ boundary, bodyBase64 }) => {
    await expect(readParts(Buffer.from(bodyBase64, 'base64'), boundary)).rejects.toMatchObject({ code: 'E_VALIDATION' })
  })

  it.each(cases.filter((c) => !cutOff(c) && !restricted(c) && !oversized(c)))(
    'gives the parts of "$what" ($boundary)',
    async (c) => {
      const parts = await readParts(Buffer.from(c.bodyBase64, 'base64'), c.boundary)
      const expected = c.expected.flatMap(expectedPart)
      expect(parts.map((part) => part.name)).toEqual(expected.map((e) => e.name))
      for (const [i, { content, filename }] of expected.entries()) {
        const part = parts[i]
        expect(part && contentOf(part, content)).toEqual(content)
        if (reclassified(c)) continue
        const given = part?.filename ?? null
        expect(
          given === null || c.preservePath || given.length > limits.document.filenameChars ? given : toFileName(given),
        ).toBe(filename)
      }
    },
  )

  it.each(cases.filter((c) => !cutOff(c) && restricted(c)))('gives at least the parts of "$what"', async (c) => {
    const parts = await readParts(Buffer.from(c.bodyBase64, 'base64'), c.boundary)
    for (const { name, content } of c.expected.flatMap(expectedPart)) {
      const part = parts.find((p) => p.name === name)
      const whole = part && contentOf(part, content)
      if (typeof content === 'string') expect(String(whole).startsWith(content)).toBe(true)
      else expect(whole).toBeGreaterThanOrEqual(content)
    }
  })

  it('refuses the endless file name of "Oversized part header" and keeps the part after it', async () => {
    const [c] = cases.filter(oversized)
    const parts = await readParts(Buffer.from(c?.bodyBase64 ?? '', 'base64'), c?.boundary ?? '')
    expect(() => toFileName(parts[0]?.filename ?? '')).toThrow(Fault)
    expect(parts[1]).toMatchObject({ name: 'upload_file_1', filename: 'notes2.txt' })
  })
})

describe.skipIf(requests.length === 0)(`raw requests of real browsers (${absent})`, () => {
  const open = (file: string) => {
    const raw = readFileSync(file)
    const [crlf, lf] = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')]
    const end = crlf === -1 ? lf : crlf
    const head = raw.toString('latin1', 0, end)
    const [, contentType = null] = /^content-type:\s*(.*?)\r?$/im.exec(head) ?? []
    return { contentType, body: raw.subarray(end + (crlf === -1 ? 2 : 4)) }
  }

  it('are all there', () => expect(requests).toHaveLength(25))

  it.each(requests.map((file) => [basename(file), file]))(
    '%s is taken or refused with a clear 4xx',
    async (_, file) => {
      const { contentType, body } = open(file)
      const outcome = await readMultipart(contentType, body).catch((fault: unknown) => fault)
      if (!(outcome instanceof Error)) return
      expect(outcome).toBeInstanceOf(Fault)
      expect(outcome).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400 && status < 500) })
    },
  )

  const windows = ' ? % * | " < > . ? ; \' @ # $ ^ & ( ) - _ = + { } [ ] ` ~.txt'
  const entity = windows.replace('. ? ;', '. &#9731; ;')
  it.each([
    ['osx-chrome-13.http', windows],
    ['osx-safari-5.http', windows],
    ['osx-firefox-3.6.http', entity],
    ['xp-chrome-12.http', windows],
    ['xp-ie-7.http', entity],
    ['xp-ie-8.http', entity],
    ['xp-safari-5.http', windows],
    ['filename-name.http', 'plain.txt'],
    ['preamble.http', 'plain.txt'],
    ['crlf.http', 'plain.txt'],
    ['plain.txt.http', 'plain.txt'],
    ['boundary-substring-json.http', 'plain.txt'],
  ])('%s gives the file name that the browser meant', async (name, filename) => {
    const { contentType, body } = open(requests.find((file) => basename(file) === name) ?? '')
    const [, boundary = ''] = /boundary=(.*)$/.exec(contentType ?? '') ?? []
    const file = (await readParts(body, boundary)).find((part) => part.filename !== null)
    expect(toFileName(file?.filename ?? '')).toBe(filename)
  })
})
