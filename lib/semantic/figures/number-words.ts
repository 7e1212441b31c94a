const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'

const small = new Map<string, number>([
  ...ones.split(' ').map((word, i): [string, number] => [word, i]),
  ...tens.split(' ').map((word, i): [string, number] => [word, 20 + 10 * i]),
  ['dozen', 12],
])
const factors = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
const word = `(?:${[...small.keys(), ...factors.keys()].join('|')})`

/** Finds English number words of a text; the flag `g` is set. */
export const numberWords = new RegExp(`\\b${word}(?:(?:[ -]|[ -]and[ -])${word})*\\b`, 'gi')

/** The value of a match of `numberWords`. */
export function valueOfNumberWords(text: string): number {
  let total = 0
  let group = 0
  for (const part of text.toLowerCase().split(/[ -]+/)) {
    const factor = factors.get(part)
    if (factor === undefined) group += small.get(part) ?? 0
    else if (factor === 100) group = (group === 0 ? 1 : group) * 100
    else {
      total += (group === 0 ? 1 : group) * factor
      group = 0
    }
  }
  return total + group
}

const digits = new Map([...'零一二三四五六七八九'].map((char, i): [string, number] => [char, i]))
digits.set('〇', 0).set('两', 2)
const places = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

/** Finds Chinese numerals of a text; the flag `g` is set. */
export const chineseNumerals =
  /[零〇一二两三四五六七八九十百千][零〇一二两三四五六七八九十百千万亿]*(?:点[零〇一二三四五六七八九]+)?/g

/** The value of a match of `chineseNumerals`: `三百二十` is 320, `二〇二四` is 2024, `一点五` is 1.5. */
export function valueOfChineseNumeral(text: string): number {
  const [whole = '', fraction] = text.split('点')
  const value = /[十百千万亿]/.test(whole)
    ? byPlaces(whole)
    : Number([...whole].map((char) => digits.get(char)).join(''))
  return fraction === undefined ? value : value + Number(`0.${[...fraction].map((char) => digits.get(char)).join('')}`)
}

function byPlaces(numeral: string): number {
  let total = 0
  let section = 0
  let digit = 0
  for (const char of numeral) {
    const place = places.get(char)
    if (place !== undefined) {
      section += (digit === 0 ? 1 : digit) * place
      digit = 0
    } else if (char === '万' || char === '亿') {
      total = (total + section + digit) * (char === '万' ? 1e4 : 1e8)
      section = 0
      digit = 0
    } else digit = digits.get(char) ?? 0
  }
  return total + section + digit
}
