// Finds text that stands in two places word for word: six English words in a row, or twelve Chinese characters.
import { withoutCode } from './seed-texts.ts'

const wordsInRow = 6
const charsInRow = 12

/** Runs of `text` by themselves; code is left out, and a run does not go across it. Punctuation and letter case do not count. */
export function runsOf(text: string): Set<string> {
  const runs = new Set<string>()
  for (const part of withoutCode(text).split(/\n(?=\s*\n)|\|/)) {
    const words = part.toLowerCase().match(/[a-z0-9']+|\p{Script=Han}+/gu) ?? []
    addRuns(
      runs,
      words.filter((word) => /^[a-z0-9']/.test(word)),
      wordsInRow,
      ' ',
    )
    addRuns(runs, [...words.filter((word) => /^\p{Script=Han}/u.test(word)).join('')], charsInRow, '')
  }
  return runs
}

/** Runs that both have, each once. */
export function sharedRuns(runs: { has(run: string): boolean }, text: string): string[] {
  return [...runsOf(text)].filter((run) => runs.has(run))
}

function addRuns(runs: Set<string>, units: readonly string[], length: number, glue: string): void {
  for (let at = 0; at + length <= units.length; at += 1) runs.add(units.slice(at, at + length).join(glue))
}
