import type { Comparison } from '../comparison/comparison.ts'
import { type Command, findCommands, isCommandLine, linesOf } from '../identifiers/find-commands.ts'
import { isSameLine, mayBe } from '../identifiers/match-command.ts'
import { inEachSentence, type Rule } from '../rule.ts'
import { findQuoted } from '../sentences/find-quoted.ts'

/** Of a sentence with more commands in its prose the others are not looked at: bounds the work. */
const commandsWeighed = 64

/** A command is another one when it is cut short or for something else (spec 06, "identifiers … command flags"). */
export const commands: Rule = {
  name: 'commands',
  verdict: 'UNSUPPORTED',
  reason: 'A command is not the one in the cited evidence.',
  faults: inEachSentence(otherCommands),
}

/**
 * Command lines that the evidence has otherwise: cut short, or for something else. One that it does not know is left to the
 * other checks, and a sentence that it has word for word cuts nothing.
 */
function otherCommands({ stated: { text }, evidence, best }: Comparison): readonly string[] {
  const quoted = findQuoted(text)
    .flatMap((found) => linesOf(found.text))
    .filter(({ words }) => isCommandLine(words))
  const told = findCommands(text)
    .filter((command) => command.told !== null)
    .slice(0, commandsWeighed)
  if (quoted.length + told.length === 0 || best.some(({ sentence }) => sentence.text === text)) return []
  const known = evidence.flatMap(({ commands }) => commands())
  const others = (words: readonly string[], same: (given: Command) => boolean) => {
    const given = known.filter((command) => command.words.includes(words[0] ?? ''))
    return given.length > 0 && !given.some(same)
  }
  return [
    ...quoted.filter(({ words }) => others(words, (given) => isSameLine(words, given))),
    ...told.filter((command) => others(command.words, (given) => mayBe(command, given))),
  ].map((command) => command.text)
}
