import { type Command, isOption, lastMarks } from './find-commands.ts'
import { isStatement } from './programs.ts'

/** So many words name a command (`kubectl rollout restart`): more say what it is done to. */
const wordsOfName = 3
const plainWord = /^[a-z][a-z-]*$/
/** Words behind a program's name by which a text speaks of the program. */
const speaksOf = /^(?:commands?|tools?|outputs?|clients?|cli|version|logs?|daemon|process|server|container)$/
/** What a reader fills in: `<node>`, `$NODE`, `{name}`. */
const placeholder = /^[<{[$]/
/** Of a text in quotes or brackets, in code: prose leaves them out. */
const lastBrackets = /["'`)\]}]+$/
const verbForm = /(?:s|ed|ing)$/

/**
 * Whether `given` (of the evidence) is the command line that a statement quotes: whole, a `sudo` before it apart. A bare name
 * may stand for the line, unless an option follows that narrows what it does.
 */
export function isSameLine(quoted: readonly string[], given: Command): boolean {
  return given.words.some((_, i) => {
    if (!quoted.every((word, j) => word === given.words[i + j])) return false
    const next = given.words[i + quoted.length]
    if (next === undefined) return true
    if (isStatement(quoted[0] ?? '')) return !given.whole && plainWord.test(next)
    if (!given.whole) return !isOption(next)
    return !hasObject(quoted) && !isOption(next)
  })
}

/**
 * Whether a command that a statement gives in its prose can be `given`: no word of it stands where `given` has another. Where
 * the two part at an option of `given`, or behind its end, the statement's sentence goes on. Once it names what to do it to, no
 * option and no other name of `given` may be left out.
 */
export function mayBe({ words, told }: Command, given: Command): boolean {
  const start = given.words.indexOf(words[0] ?? '')
  const said = given.words.slice(start).map((word) => word.replace(lastMarks, '').replace(lastBrackets, ''))
  const at = words.findIndex((word, i) => !isSameWord(word, said[i]))
  if (at < 0) return !hasObject(words) || !narrows(said[words.length])
  const [own, other] = [words[at], said[at]]
  if (own === undefined || other === undefined) return true
  if (plainWord.test(own) && isOption(other)) return !hasObject(words.slice(0, at))
  if (at === 1 && speaksOf.test(own)) return true
  return told === 'by-its-place' && at > 1 && verbForm.test(own)
}

/** Whether a command says more than its name. */
function hasObject(words: readonly string[]): boolean {
  return words.length > wordsOfName || !words.every((word) => plainWord.test(word))
}

const narrows = (word: string | undefined) => word !== undefined && !plainWord.test(word)

function isSameWord(own: string, other: string | undefined): boolean {
  return other !== undefined && (own.replace(/s$/, '') === other.replace(/s$/, '') || placeholder.test(other))
}
