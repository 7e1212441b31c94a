// Text becomes index terms. Documents and queries go through the same steps, so that what is written alike meets.
import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'

/**
 * One thing that a text speaks of: a word, or one part of an identifier. `term` is its index term; a text also counts as having
 * it when it has `whole` (the identifier it is part of), or, to the share of them that it has, `pieces` (the two-character
 * pieces of a Chinese word, since no segmenter cuts every text the same way).
 */
export type Unit = { readonly term: string; readonly whole: string | null; readonly pieces: readonly string[] }

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
/** A run of unspaced script, or a word or identifier of any other: `kube-state-metrics`, `jvm.gc`, `KubePodCrashLooping`. */
const runs = new RegExp(
  `[${unspaced}]+|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+(?:[._:\\/@\\-][[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+)*`,
  'gv',
)
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u')
const camelBorder = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const separator = /[^\p{L}\p{N}\p{M}]+/u
/** Targets of links: addresses, not words. */
const linkTarget = /\]\([^)\s]*\)/g
/** Placeholders of alert templates, `{{ $labels.pod }}`, stand for values that nobody wrote down. */
const placeholder = /\{\{[^{}]*\}\}|\$labels\.\w+|\$value\b/g
/** Soft hyphens, zero-width spaces and their like are copied along with a word and never seen: they separate nothing. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu
/** Longer runs are data (keys, certificates), not words. */
const maxTermChars = 64

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** The units of `text` in order, stop words left out: what a query asks about. */
export function unitsOf(text: string): Unit[] {
  return runsOf(text).flatMap((run) => (isUnspaced.test(run) ? wordsOf(run).map(unspacedUnit) : identifierUnits(run)))
}

/**
 * Index terms of `text` in order, with repeats: each unit's term and whole, and of unspaced runs every pair of neighbouring
 * characters, so that a word is found wherever the segmenter cut.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const run of runsOf(text)) {
    if (isUnspaced.test(run)) {
      for (const word of wordsOf(run)) if ([...word].length !== 2) terms.push(word)
      terms.push(...pairsOf(run))
    } else {
      const units = identifierUnits(run)
      const whole = units[0]?.whole ?? null
      if (whole !== null) terms.push(whole)
      for (const unit of units) terms.push(unit.term)
    }
  }
  return terms
}

function runsOf(text: string): string[] {
  const clean = text.replace(invisible, '').normalize('NFKC').replace(placeholder, ' ').replace(linkTarget, '] ')
  return [...clean.matchAll(runs)].map(([run]) => run)
}

/**
 * Runs that were read before: most words of a text have come already. Short ones only, since a long one may be a slice that holds
 * on to all of its text.
 */
const known = new Map<string, readonly Unit[]>()
const mostKnown = 50_000
const mostKnownChars = 12

function identifierUnits(run: string): readonly Unit[] {
  const before = known.get(run)
  if (before !== undefined) return before
  const units = readIdentifier(run)
  if (run.length > mostKnownChars) return units
  if (known.size >= mostKnown) known.clear()
  known.set(run, units)
  return units
}

function readIdentifier(run: string): Unit[] {
  const parts = run.split(separator).flatMap((part) => part.split(camelBorder))
  const kept = parts.map((part) => part.toLowerCase()).filter((part) => part.length <= maxTermChars)
  const joined = kept.join('')
  const whole = kept.length > 1 && joined.length <= maxTermChars ? joined : null
  return kept
    .filter((part) => !stopWords.has(part) && (part.length > 1 || whole === null))
    .map((part) => ({ term: stemmer(part), whole, pieces: [] }))
}

/**
 * Words of a run without spaces. The segmenter's dictionary is small and leaves many single characters (`连接/池`, `写/入`): those
 * in a row make one word, and one alone joins the word before it.
 */
function wordsOf(run: string): string[] {
  const found: string[] = []
  let singles = ''
  let joinable = false
  const flush = () => {
    if (countOf(singles) === 1 && joinable) found.push(`${found.pop() ?? ''}${singles}`)
    else if (singles !== '') found.push(singles)
    singles = ''
  }
  for (const { segment } of words.segment(run)) {
    const stop = stopWords.has(segment)
    if (!stop && countOf(segment) === 1) {
      singles += segment
      continue
    }
    flush()
    joinable = !stop
    if (!stop) found.push(segment.toLowerCase())
  }
  flush()
  return found.filter((word) => word.length <= maxTermChars)
}

function countOf(text: string): number {
  return [...text].length
}

function pairsOf(run: string): string[] {
  const chars = [...run.toLowerCase()]
  return chars.slice(1).map((char, at) => `${chars[at]}${char}`)
}

function unspacedUnit(word: string): Unit {
  return { term: word, whole: null, pieces: countOf(word) < 3 ? [] : pairsOf(word) }
}
