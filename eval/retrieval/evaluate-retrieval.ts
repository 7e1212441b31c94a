import type { AbsentQuestions } from './absent-questions.ts'
import type { Corpus } from './corpus.ts'
import { type FalseEvidence, falseEvidence } from './false-evidence.ts'
import type { OpenEngine, RetrievalEngine } from './retrieval-engine.ts'
import { runCorpus } from './run-corpus.ts'
import { type CorpusSummary, summarizeCorpus } from './summarize-corpus.ts'
import { trecRun } from './trec-run.ts'

export type RetrievalReport = {
  readonly summaries: readonly CorpusSummary[]
  readonly absent: readonly FalseEvidence[]
  /** TREC run of all corpora, one behind the other; the tag names the corpus. */
  readonly run: string
}

/** `progress` gets what is done and the share of it. */
export type Progress = (label: string) => (done: number) => void

/** Indexes each corpus once, asks its own questions and those that it does not answer. The same input gives the same bytes. */
export async function evaluateRetrieval(
  corpora: readonly Corpus[],
  absent: readonly AbsentQuestions[],
  open: OpenEngine,
  progress: Progress,
): Promise<RetrievalReport> {
  const summaries: CorpusSummary[] = []
  const alarms: FalseEvidence[] = []
  const runs: string[] = []
  const put = async (engine: RetrievalEngine, { asked, of, questions }: AbsentQuestions) => {
    const queries = questions.map((text, at) => ({ id: String(at), text }))
    alarms.push(
      falseEvidence(asked, of.name, await runCorpus(engine, queries, progress(`${of.name}: questions of ${asked}`))),
    )
  }
  for (const corpus of corpora) {
    const engine = await open(corpus, progress(`${corpus.name}: indexing`))
    const rankings = await runCorpus(engine, corpus.queries, progress(`${corpus.name}: questions`))
    summaries.push(summarizeCorpus(corpus, rankings))
    runs.push(trecRun(rankings, corpus.name))
    for (const questions of absent.filter(({ of }) => of === corpus)) await put(engine, questions)
  }
  const others = absent.filter(({ of }) => !corpora.some((corpus) => corpus === of))
  for (const questions of others)
    await put(await open(questions.of, progress(`${questions.of.name}: indexing`)), questions)
  return { summaries, absent: alarms, run: runs.join('') }
}
