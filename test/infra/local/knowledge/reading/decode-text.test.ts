import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../../../infra/local/knowledge/reading/decode-text.ts'

const data = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'hard-inputs/encodings')
const files = existsSync(data)
  ? readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  : []

/** 数据库连接池耗尽 in GBK. */
const gbk = Buffer.from('cafdbeddbfe2c1acbdd3b3d8bac4bea1', 'hex')

describe('decode text', () => {
  it('reads UTF-8 and drops its byte order mark', () => {
    expect(decodeText(Buffer.from('\uFEFF网关 504', 'utf8')).text).toBe('网关 504')
    expect(decodeText(Buffer.from('网关 504', 'utf8'))).toEqual({ text: '网关 504', encoding: 'utf-8', warning: null })
  })

  it.each([
    ['utf-16le', [0xff, 0xfe, 0x51, 0x7f, 0x41, 0x00]],
    ['utf-16be', [0xfe, 0xff, 0x7f, 0x51, 0x00, 0x41]],
    ['utf-32le', [0xff, 0xfe, 0, 0, 0x51, 0x7f, 0, 0, 0x41, 0, 0, 0]],
    ['utf-32be', [0, 0, 0xfe, 0xff, 0, 0, 0x7f, 0x51, 0, 0, 0, 0x41]],
  ])('reads %s by its byte order mark', (encoding, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ text: '网A', encoding, warning: null })
  })

  it('recognises a short Chinese text in GBK', () => {
    expect(decodeText(gbk).text).toBe('数据库连接池耗尽')
  })

  it('gives some text for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeText(bytes).text.isWellFormed()).toBe(true)
      }),
    )
  })

  it('says so when the bytes are of no encoding it knows', () => {
    expect(decodeText(Uint8Array.from([0xff, 0xff, 0x81])).text).not.toBe('')
  })

  describe.skipIf(files.length === 0)('files in odd encodings (skipped where the public data is absent)', () => {
    it('has all 45 of them', () => expect(files).toHaveLength(45))

    it.each(files.map((file) => [file.slice(data.length + 1), file]))('reads %s', (_name, file) => {
      const { text } = decodeText(readFileSync(file))
      expect(text.length).toBeGreaterThan(0)
      expect(text.isWellFormed()).toBe(true)
    })

    it.each([
      ['chardet/gb18030', '的'],
      ['chardet/big5', '的'],
      ['chardet/shiftjis', 'の'],
      ['chardet/euc_jp', 'の'],
      ['iconv-lite/gbkFile.txt', '的'],
    ])('finds the script of %s', (name, char) => {
      const { text } = decodeText(readFileSync(join(data, name)))
      expect(text).toContain(char)
      expect(text).not.toContain('\uFFFD')
    })
  })
})
