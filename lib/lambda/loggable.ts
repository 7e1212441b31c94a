// What of a value may stand in a log line. A parser quotes what it could not read, and so may others: only names, numbers and flags
// pass, and what the knowledge service says of a failure, which no answer tells (spec 01, "Errors").

import { cutText } from '../text/cut-text.ts'

const name = /^[\w.:/#@+-]{1,200}$/
const maxDepth = 5

/** The knowledge service's own code and message. Whoever made the fault has hidden the credential in them. */
const serviceWords: ReadonlySet<string> = new Set(['serviceCode', 'serviceMessage'])
const serviceChars = 300

/** What a model says in its own words: it may repeat evidence or a query. */
const wordsOfOthers: ReadonlySet<string> = new Set(['words'])

/** `value` with each text in it that is no name replaced by its length, the service's words cut, and the words of others left out. */
export function loggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return name.test(value) ? value : `[${value.length} characters]`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || depth === maxDepth) return undefined
  if (Array.isArray(value)) return value.map((child) => loggable(child, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      name.test(key) && !wordsOfOthers.has(key) ? [[key, loggableField(key, child, depth)]] : [],
    ),
  )
}

function loggableField(key: string, value: unknown, depth: number): unknown {
  if (typeof value === 'string' && serviceWords.has(key)) return cutText(value, serviceChars).text
  return loggable(value, depth + 1)
}

/** Errors whose message quotes what they were given: parsers, and node's own checks of arguments. */
const quoting = /^(SyntaxError|\$?ZodError|ERR_INVALID_ARG_(TYPE|VALUE))$/
const messageChars = 500
/** A line of a stack trace, and none of a message that runs over several lines. */
const frame = /^ {4}at .+:\d+:\d+\)?$/

/** The cause of a fault for people: name, code, message unless it may quote, and where it was thrown. */
export function loggableCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : { name: typeof cause }
  const { name, message, stack = '' } = cause
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  const quotes = quoting.test(name) || quoting.test(code ?? '')
  const frames = stack.split('\n').filter((line) => frame.test(line))
  return {
    name,
    ...(code !== undefined && { code: loggable(code) }),
    ...(!quotes && { message: message.slice(0, messageChars) }),
    stack: frames.join('\n'),
  }
}
