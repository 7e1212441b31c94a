// Bytes of an unknown encoding become text: never a refusal, at worst some replacement characters and a warning.
import { analyse } from 'chardet'

export type DecodedText = { readonly text: string; readonly encoding: string; readonly warning: string | null }

/** Detection reads no more than this: enough for statistics, and cheap for large files. */
const sampleBytes = 65_536
/** A Chinese guess this close (of 100) to the best one wins: short Chinese texts look like many single-byte encodings. */
const chineseHandicap = 15

/**
 * Text of `bytes`: by byte order mark, else strict UTF-8, else the best statistical guess that decodes without an error, else
 * UTF-8 with replacement characters. The mark is not part of the text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = byMark(bytes)
  if (marked !== null) return marked
  const utf8 = decodeAs('utf-8', bytes, true)
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8', warning: null }
  for (const encoding of guesses(bytes)) {
    const text = encoding.startsWith('utf-32') ? decodeUtf32(bytes, encoding) : decodeAs(encoding, bytes, true)
    if (text !== null) return { text, encoding, warning: null }
  }
  return {
    text: decodeAs('utf-8', bytes, false) ?? '',
    encoding: 'utf-8',
    warning: 'the encoding was not recognised; unreadable bytes became replacement characters',
  }
}

function byMark(bytes: Uint8Array): DecodedText | null {
  const starts = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
  const loose = (encoding: string, text: string | null) => ({ text: text ?? '', encoding, warning: null })
  if (starts(0xef, 0xbb, 0xbf)) return loose('utf-8', decodeAs('utf-8', bytes, false))
  if (starts(0xff, 0xfe, 0, 0)) return loose('utf-32le', decodeUtf32(bytes.subarray(4), 'utf-32le'))
  if (starts(0, 0, 0xfe, 0xff)) return loose('utf-32be', decodeUtf32(bytes.subarray(4), 'utf-32be'))
  if (starts(0xff, 0xfe)) return loose('utf-16le', decodeAs('utf-16le', bytes, false))
  if (starts(0xfe, 0xff)) return loose('utf-16be', decodeAs('utf-16be', bytes, false))
  return null
}

/** Encodings worth trying, best first. */
function guesses(bytes: Uint8Array): string[] {
  const found = analyse(bytes.subarray(0, sampleBytes))
  const best = found[0]?.confidence ?? 0
  const names = found.map((match) => match.name.toLowerCase())
  const chinese = found.find((match) => match.name === 'GB18030')
  if (chinese !== undefined && chinese.confidence >= best - chineseHandicap) names.unshift('gb18030')
  return names
}

/** Null when this runtime does not know the encoding, or (`strict`) when the bytes are not of it. */
function decodeAs(encoding: string, bytes: Uint8Array, strict: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}

/** `TextDecoder` has no UTF-32. Null when the bytes are not of it. */
function decodeUtf32(bytes: Uint8Array, encoding: string): string | null {
  if (bytes.length % 4 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const codePoint = view.getUint32(at, encoding === 'utf-32le')
    if (codePoint > 0x10ffff) return null
    pieces.push(String.fromCodePoint(codePoint))
  }
  return pieces.join('').toWellFormed()
}
