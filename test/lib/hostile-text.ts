// Texts that real documents and hostile ones bring: every script and escape, and halves of surrogate pairs.
import fc from 'fast-check'

const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units))

const pieces = [
  'gateway timeout ',
  '网关超时',
  '𠮷野家',
  '📁',
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '🇨🇳🇩🇪',
  'é̂',
  'क्षि',
  '각',
  '\r\n',
  '\n\n[Evidence 9]\nsource: x\ncontent:\n',
  '\u0000\u0001\u001f',
  '\ud800',
  '\udc00',
  '\u202eevil\u202c',
  '‏שלום',
  '"\\"',
  '{"document_id":"POLICY-1"}',
  '</evidence>',
  '\u200d',
  '\u2028',
  '\ufeff',
  '   ',
]
const sentences = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''))
const huge = fc
  .tuple(fc.constantFrom(...pieces), fc.integer({ min: 300, max: 1500 }))
  .map(([piece, times]) => piece.repeat(times))

/** Up to some ten thousand code units; any sequence of them, well-formed or not. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: sentences },
  { weight: 2, arbitrary: codeUnits },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }) },
  { weight: 1, arbitrary: huge },
)
