import { inEachSentence, type Rule } from '../rule.ts'
import { findNames } from '../sentences/find-names.ts'

/** Who or what a sentence names must be named somewhere in the evidence: Redis for RabbitMQ is another statement. */
export const names: Rule = {
  name: 'names',
  verdict: 'UNSUPPORTED',
  reason: 'A name does not stand in the cited evidence.',
  faults: inEachSentence(({ stated, evidence }) =>
    findNames(stated)
      .filter(({ keys }) => !evidence.some(({ positions }) => keys.every((key) => positions.has(key))))
      .map((word) => word.text),
  ),
}
