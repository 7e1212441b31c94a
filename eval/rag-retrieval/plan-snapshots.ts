import { readFileSync } from 'node:fs'
import type { Fixture } from './fixture.ts'
import { fixtureFile, listFixtures } from './read-assets.ts'

export type SnapshotPlan = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly unchanged: number
  /** What each file is to hold, by case. */
  readonly texts: ReadonlyMap<string, string>
}

/** What recording `fixtures` into `folder` would change. */
export function planSnapshots(folder: string, fixtures: readonly Fixture[]): SnapshotPlan {
  const present = new Set(listFixtures(folder))
  const texts = new Map(fixtures.map((each) => [each.caseId, `${JSON.stringify(each, null, 2)}\n`]))
  const known = [...texts].filter(([id]) => present.has(id))
  const changed = known.filter(([id, text]) => readFileSync(fixtureFile(folder, id), 'utf8') !== text)
  return {
    added: [...texts.keys()].filter((id) => !present.has(id)),
    changed: changed.map(([id]) => id),
    removed: [...present].filter((id) => !texts.has(id)),
    unchanged: known.length - changed.length,
    texts,
  }
}
