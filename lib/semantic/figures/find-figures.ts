import { stopWords } from '../words/stop-words.ts'
import { chineseNumerals, numberWords, valueOfChineseNumeral, valueOfNumberWords } from './number-words.ts'
import { type Dimension, readUnit, type Unit } from './units.ts'

/** One way to read a figure: 5m is 300 seconds or five million. */
export type Reading = { readonly dimension: Dimension; readonly value: number; readonly factor: number }

/** A number of a text with its unit. Ordinals, list marks and citation marks are none. */
export type Figure = {
  /** As the text writes it, unit included. */
  readonly text: string
  readonly at: number
  readonly end: number
  /** The number as written, before its unit. */
  readonly raw: number
  readonly readings: readonly Reading[]
  /** What a count without a unit says that it counts: a Chinese measure word (条), an English word behind it (connections). */
  readonly counted: string
  /** Digits behind the decimal point, and all that count. */
  readonly decimals: number
  readonly significant: number
  /** Said to be rounded: about, nearly, 约. */
  readonly approximate: boolean
  /** A spelled-out count up to ten without a unit (two reasons, 三个原因): what one gets by counting a list. */
  readonly smallCount: boolean
  /** A year, a month, or the day of one: 2024, March 4, 3月4日. */
  readonly date: boolean
}

type Found = { readonly text: string; readonly at: number; readonly raw: number; readonly spelled: boolean }
type Span = { readonly text: string; readonly at: number }

const arabic = /(?<![\d.,\p{Script=Latin}_])\d+(?:,\d{3})*(?:\.\d+)?/gu
const currency = /(?:[$€£¥]|\b(?:USD|EUR|RMB|CNY))\s?$/
const currencyBehind = /^\s?(?:元|美元|欧元|英镑|韩元|日元|dollars?|euros?|pounds?|USD|EUR|RMB)/i
const ordinalBefore =
  /(?:\b(?:step|table|figure|fig|section|chapter|note|item|no|page|part|level|tier|phase|option|version|day|episode|season|series)\.?\s?#?|[第#]|步骤|表|图|章|节)\s?$/i
const ordinalBehind = /^(?:st|nd|rd|th)\b/i
const approximation =
  /(?:\b(?:about|around|approximately|approx|roughly|nearly|almost|some|over|under|more than|less than|at least|up to|close to)|[约近超]|大约|超过|将近|接近|左右|不到|至少|[~>≈<])\s?[$€£¥]?\s?$/i
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const monthBefore = new RegExp(`\\b${month}\\.? $`, 'i')
const monthBehind = new RegExp(`^ (?:of )?${month}\\b`, 'i')
const between = /^\s?(?:-|~|to|and|or|至|到|和|或|x|,)\s?$/

/** The figures of a folded sentence, in order. `taken`: the identifiers, whose digits are no figures. */
export function findFigures(sentence: string, taken: readonly Span[]): Figure[] {
  const figures: Figure[] = []
  const used = new Uint8Array(sentence.length)
  for (const { at, text } of taken) used.fill(1, at, at + text.length)
  for (const found of numbersOf(sentence)) {
    if (used.subarray(found.at, found.at + found.text.length).includes(1)) continue
    const figure = toFigure(sentence, found)
    if (figure === null) continue
    used.fill(1, figure.at, figure.end)
    figures.push(figure)
  }
  figures.sort((a, b) => a.at - b.at)
  return figures.map((figure, i) => inRange(sentence, figure, figures[i + 1]))
}

function numbersOf(sentence: string): Found[] {
  const found: Found[] = []
  for (const { 0: text, index } of sentence.matchAll(arabic))
    found.push({ text, at: index, raw: Number(text.replaceAll(',', '')), spelled: false })
  for (const { 0: text, index } of sentence.matchAll(numberWords))
    found.push({ text, at: index, raw: valueOfNumberWords(text), spelled: true })
  for (const { 0: text, index } of sentence.matchAll(chineseNumerals))
    found.push({ text, at: index, raw: valueOfChineseNumeral(text), spelled: true })
  return found
}

function toFigure(sentence: string, { text, at, raw, spelled }: Found): Figure | null {
  const before = sentence.slice(Math.max(0, at - 16), at)
  const end = at + text.length
  const behind = sentence.slice(end, end + 24)
  const chinese = /^\p{Script=Han}/u.test(text)
  if (/^one$/i.test(text) && readUnit(behind) === null) return null
  if (before.endsWith('[') && /^(?:\]|, ?\d)/.test(behind)) return null
  if (/(?:19|20)\d\d[-/]$/.test(before) && /^\d\d$/.test(text)) return null
  if (ordinalBefore.test(before) || ordinalBehind.test(behind) || !Number.isFinite(raw)) return null
  if (chinese && before.endsWith('分之')) return null
  const share = /^分之([零一二两三四五六七八九十百千\d.]+)/.exec(behind)
  if (share !== null) return fractionFigure(sentence, text, at, raw, share)
  const unit = readUnit(behind)
  const assigned = /[=:]$/.test(before)
  const year = !spelled && !assigned && /^(?:19|20)\d\d$/.test(text) && (unit === null || /^\s?年/.test(behind))
  if (chinese && unit === null) return null
  const besideMonth = unit === null && /^\d{1,2}$/.test(text) && (monthBefore.test(before) || monthBehind.test(behind))
  if (chinese && raw === 1 && unit?.units.every((u) => u.factor === 1 && u.dimension === 'count')) return null
  const magnitude = unit?.units.every((u) => u.dimension === 'count' && u.factor > 1)
    ? readUnit(behind.slice(unit.length))
    : null
  const length = (unit?.length ?? 0) + (magnitude?.length ?? 0)
  const money = currency.test(before) || currencyBehind.test(behind.slice(length))
  const significant = text.replace(/\D/g, '').replace(/^0+/, '').length
  return {
    text: sentence.slice(at, end + length),
    at,
    end: end + length,
    raw,
    readings: readingsOf(raw, unit?.units ?? [], magnitude?.units ?? [], money),
    counted: countedBy(behind, unit, magnitude),
    decimals: text.includes('.') ? text.length - text.indexOf('.') - 1 : 0,
    significant,
    approximate: approximation.test(before),
    smallCount:
      spelled && raw <= 10 && !money && (unit?.units.every((u) => u.dimension === 'count' && u.factor === 1) ?? true),
    date: year || besideMonth || (unit?.units.every(isCalendar) ?? false),
  }
}

type FoundUnit = NonNullable<ReturnType<typeof readUnit>>

function countedBy(behind: string, unit: FoundUnit | null, magnitude: FoundUnit | null): string {
  const at = magnitude === null ? 0 : (unit?.length ?? 0)
  const last = magnitude ?? unit
  if (last !== null) {
    const counter = last.units.every(({ dimension, factor }) => dimension === 'count' && factor === 1)
    return counter ? behind.slice(at, at + last.length).trim() : ''
  }
  const word = /^ ([a-z]{3,})\b/.exec(behind)?.[1] ?? ''
  return stopWords.has(word) ? '' : word
}

function isCalendar({ dimension }: Unit): boolean {
  return dimension === 'month-of-year' || dimension === 'day-of-month'
}

function readingsOf(raw: number, units: readonly Unit[], behind: readonly Unit[], money: boolean): Reading[] {
  if (units.length === 0) return [{ dimension: money ? 'money' : 'count', value: raw, factor: 1 }]
  return units.flatMap(({ dimension, factor }) => {
    if (dimension !== 'count') return [{ dimension, value: raw * factor, factor }]
    if (money) return [{ dimension: 'money' as const, value: raw * factor, factor }]
    if (behind.length === 0) return [{ dimension, value: raw * factor, factor }]
    return behind.map((unit) => ({
      dimension: unit.dimension,
      value: raw * factor * unit.factor,
      factor: factor * unit.factor,
    }))
  })
}

/** 三分之一, 百分之八十五: the part stands behind the whole. */
function fractionFigure(
  sentence: string,
  text: string,
  at: number,
  whole: number,
  share: RegExpExecArray,
): Figure | null {
  const part = share[1] ?? ''
  const raw = /^[\d.]+$/.test(part) ? Number(part) : valueOfChineseNumeral(part)
  if (!(whole > 0) || !Number.isFinite(raw)) return null
  const end = at + text.length + share[0].length
  return {
    text: sentence.slice(at, end),
    at,
    end,
    raw,
    readings: [{ dimension: 'ratio', value: raw / whole, factor: 1 / whole }],
    counted: '',
    decimals: 0,
    significant: 1,
    approximate: false,
    smallCount: false,
    date: false,
  }
}

/** In "5-10 min" the five is in minutes too. */
function inRange(sentence: string, figure: Figure, next: Figure | undefined): Figure {
  const bare = figure.readings.every((r) => r.factor === 1 && r.dimension === 'count')
  if (next === undefined || !bare || figure.date || !between.test(sentence.slice(figure.end, next.at))) return figure
  const readings = next.readings.map(({ dimension, factor }) => ({ dimension, factor, value: figure.raw * factor }))
  return { ...figure, readings: [...figure.readings, ...readings], smallCount: false }
}

/** `words` but those that belong to a figure: spelled numbers, units. */
export function outsideFigures<W extends Span>(words: readonly W[], figures: readonly Figure[]): W[] {
  return words.filter(({ at, text }) => !figures.some((figure) => at < figure.end && figure.at < at + text.length))
}
