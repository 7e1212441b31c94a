import { stopWords } from '../words/stop-words.ts'
import { isProgram, isStatement } from './programs.ts'

/** A command line of a text, cut into words. */
export type Command = {
  readonly text: string
  readonly words: readonly string[]
  /** It stands in code, so that its end is known. Otherwise words of the sentence may follow it. */
  readonly whole: boolean
  /** What stands right before it tells to run it: `run kubectl`, or nothing does. */
  readonly told: 'by-a-word' | 'by-its-place' | null
}

const code = /```[^\n`]*\n([^`]*)```|`([^`\n]{1,400})`|(?<=^|\n)[ \t]*\$ ([^\n]+)/g
/** What parts two commands of one piece of code: pipes, chains, and a command within another. */
const joints = /&&|\|\||[|;\n`]|\$\(/
/** Words of one command in prose: a comma, a full stop, a bracket or a Chinese character ends it. */
const proseWord = /^ ?([^\s\p{Script=Han}，。；：、`"“”()]+)/u
const name = /(?<![^\s\p{Script=Han}(:："“，,。])(?:[a-z.][\w./-]*|[A-Z]{3,8})(?=[ \t])/gu
/** Punctuation of the sentence that a command stands in. */
export const lastMarks = /[,.;:!?]+$/
const order =
  /(?:\b(?:run|runs|running|execute|executing|use|using|with|by|via|then|try|call|issue|type|sudo)(?: the(?: command)?)?:?|执行|运行|使用|用|通过|调用|先|再|命令:?)\s*$/i
const opening = /(?:^|[\n.;:。])[\s>*-]*(?:\d+\.\s*)?$/
const mostWords = 40

/** The different command lines of a folded text: in code all of them, elsewhere those of a known program. */
export function findCommands(text: string): Command[] {
  const inCode = [...text.matchAll(code)].flatMap(({ 1: block, 2: span, 3: line }) =>
    linesOf(block ?? span ?? line ?? '').map((found): Command => ({ ...found, whole: true, told: null })),
  )
  const all = [...inCode, ...inProse(text.replace(code, (found) => '`'.repeat(found.length)))]
  return [...new Map(all.map((command) => [`${command.whole} ${command.told} ${command.text}`, command])).values()]
}

/** The command lines of a piece of code. */
export function linesOf(block: string): Pick<Command, 'text' | 'words'>[] {
  return block
    .split(joints)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((text) => ({ text, words: text.split(/\s+/).slice(0, mostWords) }))
}

function inProse(text: string): Command[] {
  return [...text.matchAll(name)].flatMap(({ 0: program, index }) => {
    if (!isProgram(program) && !isStatement(program)) return []
    const words = [program, ...wordsBehind(text.slice(index + program.length, index + program.length + 400))]
    const before = text.slice(Math.max(0, index - 24), index)
    const told = order.test(before) ? 'by-a-word' : opening.test(before) ? 'by-its-place' : null
    return words.length < 2 ? [] : [{ text: words.join(' '), words, whole: false, told }]
  })
}

/** Up to the next mark or stop word: `to`, `and`, `on`. */
function wordsBehind(behind: string): string[] {
  const words: string[] = []
  let rest = behind
  while (words.length < mostWords) {
    const found = proseWord.exec(rest)
    const written = found?.[1]
    if (found === null || written === undefined) return words
    const word = written.replace(lastMarks, '')
    if (word === '' || stopWords.has(word)) return words
    words.push(word)
    if (word !== written) return words
    rest = rest.slice(found[0].length)
  }
  return words
}

/** Whether a quoted text is a command line of more than its name. */
export function isCommandLine(words: readonly string[]): boolean {
  const [first = '', ...others] = words
  if (others.length === 0) return false
  return isProgram(first) || isStatement(first) || (/^[a-z][\w.-]*$/.test(first) && others.some(isOption))
}

export function isOption(word: string): boolean {
  return /^--?[A-Za-z]/.test(word)
}
