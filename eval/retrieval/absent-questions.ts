// Questions with no answer: those that people wrote for it, and those of one domain put to another.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Corpus, CorpusDocument } from './corpus.ts'
import { isRunbooks, readRunbookFiles } from './read-runbooks.ts'

export type AbsentQuestions = {
  /** Where the questions come from. */
  readonly asked: string
  /** The documents that do not answer them. */
  readonly of: { readonly name: string; readonly documents: readonly CorpusDocument[] }
  readonly questions: readonly string[]
}

const caseFile = z.object({ cases: z.array(z.object({ query: z.string(), answerable: z.boolean() })) })

/** The cases that their authors marked as not answerable from the five documents that they wrote them for; null without the data. */
export function readAbsent(data: string): AbsentQuestions | null {
  const file = join(data, 'superbiz-eval', 'rag_eval_cases.json')
  const runbooks = join(data, 'runbooks')
  if (!existsSync(file) || !isRunbooks(runbooks)) return null
  const parsed = caseFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: no cases with query and answerable`)
  return {
    asked: 'superbiz, no answer',
    of: { name: 'superbiz', documents: readRunbookFiles(runbooks, ({ source }) => source === 'superbizagent') },
    questions: parsed.data.cases.filter(({ answerable }) => !answerable).map(({ query }) => query),
  }
}

/** A domain of its own each: a question about one has no answer in the other. Between two of operations it may have. */
const science = 'scifact'

/** Each corpus' questions to the corpora of the other domain. */
export function crossDomain(corpora: readonly Corpus[]): AbsentQuestions[] {
  return corpora.flatMap((of) =>
    corpora
      .filter((asked) => (asked.name === science) !== (of.name === science))
      .map((asked) => ({ asked: asked.name, of, questions: asked.queries.map(({ text }) => text) })),
  )
}
