import { existsSync } from 'node:fs'
import { messageOf } from '../../lib/text/message-of.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { checkGoals } from './check-goals.ts'
import { measureCorrections } from './corrected-figures.ts'
import { evaluateClaim } from './evaluate-claim.ts'
import { type GroundingSet, readSets } from './read-sets.ts'
import { renderTables } from './render-tables.ts'
import { summarizeSet } from './summarize-set.ts'

export type Streams = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Share done, 0 to 1; null where nobody watches. */
  readonly progress: ((done: number) => void) | null
}

/**
 * Measures layer 1 on the sets of `folder` and prints the tables.
 * @returns the exit code: 0, 1 when a goal is missed, 2 when there is no data or it can't be read
 */
export function runGrounding(folder: string, every: number, { out, err, progress }: Streams): ExitCode {
  if (!existsSync(folder)) {
    err(`No grounding data at ${folder}. Name its folder with --data DIR, or set EVIDENCE_DATA.`)
    return exitCodes.usage
  }
  let sets: GroundingSet[]
  try {
    sets = readSets(folder, every)
  } catch (error) {
    err(messageOf(error))
    return exitCodes.usage
  }
  if (sets.length === 0) {
    err(`No grounding sets (*.jsonl, *.jsonl.gz) in ${folder}.`)
    return exitCodes.usage
  }
  const comparable = sets.filter(({ claims }) => claims.some(({ evidence }) => evidence.length > 0))
  const total = comparable.reduce((sum, set) => sum + set.claims.length, 0)
  let done = 0
  const summaries = comparable.map(({ name, claims }) =>
    summarizeSet(
      name,
      claims.map((claim) => {
        done += 1
        progress?.(done / total)
        return evaluateClaim(claim)
      }),
    ),
  )
  out(renderTables(summaries))
  for (const set of sets.filter((one) => !comparable.includes(one))) out(withoutEvidence(set))
  const missed = summaries.flatMap(checkGoals)
  out(missed.length === 0 ? '\nGoals: met.' : `\nGoals missed:\n${missed.join('\n')}`)
  return missed.length === 0 ? exitCodes.ok : exitCodes.failed
}

function withoutEvidence({ name, claims }: GroundingSet): string {
  const { figures, reported, dates, datesReported } = measureCorrections(claims)
  const lines = [`\n${name}: ${claims.length} claims without evidence. Nothing to compare: UNKNOWN, not measured.`]
  if (figures + dates > 0)
    lines.push(
      `Wrong figures beside the annotator's correction: ${reported} of ${figures} reported, of dates ${datesReported} of ${dates}.`,
      'This is recall on short texts; precision cannot be measured without the articles.',
    )
  return lines.join('\n')
}
