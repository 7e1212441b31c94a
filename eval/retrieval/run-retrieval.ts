import { Fault } from '../../lib/contract/faults.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { checkOutputFile, writeOutputFile } from '../output-file.ts'
import { type AbsentQuestions, crossDomain, readAbsent } from './absent-questions.ts'
import type { Corpus } from './corpus.ts'
import { evaluateRetrieval, type Progress, type RetrievalReport } from './evaluate-retrieval.ts'
import { findCorpora, readCorpus } from './find-corpora.ts'
import { renderTables } from './render-tables.ts'
import type { OpenEngine } from './retrieval-engine.ts'
import { missedGoals } from './retrieval-goals.ts'

export type RetrievalOrder = {
  /** One folder, or null: all that the data folder has. */
  readonly corpus: string | null
  readonly data: string
  readonly split: string
  readonly runFile: string | null
  readonly jsonFile: string | null
}

export type RetrievalStreams = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly progress: Progress
}

/** Measures an engine and prints the tables. @returns the exit code: 0, 1 when a goal is missed, 2 for data, files or an engine that can't be used */
export async function runRetrieval(
  order: RetrievalOrder,
  open: OpenEngine,
  { out, err, progress }: RetrievalStreams,
): Promise<ExitCode> {
  let corpora: Corpus[]
  let absent: AbsentQuestions[]
  try {
    for (const file of [order.runFile, order.jsonFile]) if (file !== null) checkOutputFile(file)
    corpora = order.corpus === null ? findCorpora(order.data, order.split) : [readCorpus(order.corpus, order.split)]
    const written = order.corpus === null ? readAbsent(order.data) : null
    absent = [...(written === null ? [] : [written]), ...crossDomain(corpora)]
  } catch (error) {
    err(messageOf(error))
    return exitCodes.usage
  }
  if (corpora.length === 0) {
    err(`No test collections in ${order.data}. Name one with --corpus DIR, or set EVIDENCE_DATA.`)
    return exitCodes.usage
  }
  let report: RetrievalReport
  try {
    report = await evaluateRetrieval(corpora, absent, open, progress)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    err(`The engine cannot be measured: ${error.message} (${error.code})`)
    return exitCodes.usage
  }
  const missed = missedGoals(report.summaries, report.absent)
  out(renderTables(report.summaries, report.absent))
  out(missed.length === 0 ? '\nGoals: met.' : `\nGoals missed:\n${missed.join('\n')}`)
  const { run, ...figures } = report
  try {
    if (order.runFile !== null) writeOutputFile(order.runFile, run)
    if (order.jsonFile !== null) {
      writeOutputFile(order.jsonFile, `${JSON.stringify({ ...figures, missed }, null, 2)}\n`)
    }
  } catch (error) {
    err(messageOf(error))
    return exitCodes.usage
  }
  return missed.length === 0 ? exitCodes.ok : exitCodes.failed
}
