import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Fixture, fixtureText } from './fixture.ts'
import { fixtureFile, listFixtures } from './read-assets.ts'

export type SnapshotPlan = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly unchanged: number
  /** What each file is to hold, by case. */
  readonly texts: ReadonlyMap<string, string>
}

/** What recording `fixtures` into `folder` would change. Where only the times differ, those of the folder stay. */
export function planSnapshots(folder: string, fixtures: readonly Fixture[]): SnapshotPlan {
  const present = new Set(listFixtures(folder))
  const texts = new Map(fixtures.map((each) => [each.caseId, `${JSON.stringify(each, null, 2)}\n`]))
  const known = [...texts].filter(([id]) => present.has(id))
  const changed = known.filter(([id, text]) => !saysTheSame(readFileSync(fixtureFile(folder, id), 'utf8'), text))
  return {
    added: [...texts.keys()].filter((id) => !present.has(id)),
    changed: changed.map(([id]) => id),
    removed: [...present].filter((id) => !texts.has(id)),
    unchanged: known.length - changed.length,
    texts,
  }
}

/** Whether two fixtures, as they are written, differ in how long it took at most. One that cannot be read says nothing. */
function saysTheSame(before: string, now: string): boolean {
  const [old, recorded] = [timeless(before), timeless(now)]
  return before === now || (old !== null && isDeepStrictEqual(old, recorded))
}

function timeless(text: string) {
  const parsed = fixtureText.safeParse(text)
  if (!parsed.success) return null
  const { engineResponses, ...rest } = parsed.data
  return { ...rest, engineResponses: engineResponses.map((each) => ({ ...each, latencyMs: each.latencyMs === null })) }
}
