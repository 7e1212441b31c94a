import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { Corpus } from './corpus.ts'
import { isBeir, readBeir } from './read-beir.ts'
import { isRunbooks, readRunbooks } from './read-runbooks.ts'

/** The test collection in `folder`, in either layout. @throws Error when it holds none, or a broken one. */
export function readCorpus(folder: string, split: string): Corpus {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  if (isBeir(folder)) return readBeir(folder, split)
  if (isRunbooks(folder)) return readRunbooks(folder)
  throw new Error(`${folder} is no test collection: it has neither corpus.jsonl nor manifest.jsonl.`)
}

/** All test collections of the data folder: those below `ir`, and the runbooks. @throws Error as `readCorpus`. */
export function findCorpora(data: string, split: string): Corpus[] {
  const folders = [
    ...globSync('ir/*', { cwd: data })
      .toSorted()
      .map((name) => join(data, name)),
    join(data, 'runbooks'),
  ]
  return folders.filter((folder) => isBeir(folder) || isRunbooks(folder)).map((folder) => readCorpus(folder, split))
}
