// What of a value may stand in a log line. A service may echo what it was sent, and a parser quotes what it could not read:
// so only names, numbers and flags pass.

const name = /^[\w.:/#@+-]{1,200}$/
const maxDepth = 5

/** What a service says in its own words (`serviceMessage`, a model's `words`): it may repeat evidence or a query. */
const wordsOfOthers: ReadonlySet<string> = new Set(['serviceMessage', 'words'])

/** `value` with each text in it that is no name replaced by its length, and the words of others left out. */
export function loggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return name.test(value) ? value : `[${value.length} characters]`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || depth === maxDepth) return undefined
  if (Array.isArray(value)) return value.map((child) => loggable(child, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      name.test(key) && !wordsOfOthers.has(key) ? [[key, loggable(child, depth + 1)]] : [],
    ),
  )
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
