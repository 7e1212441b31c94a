import * as z from 'zod'
import type { CaseFailure } from '../gate/case-result.ts'
import type { Fixture } from './fixture.ts'
import { listDifferences } from './list-differences.ts'
import type { ReplayedLookup } from './replay-lookup.ts'

/** Differences of one case that are listed; the rest is counted. */
const listed = 20

/** Where today's lookup is not what was recorded: what it asked the engine for, its result, and the view. */
export function checkRecording(fixture: Fixture, { lookup, view, asked }: ReplayedLookup): CaseFailure[] {
  const requests = fixture.engineResponses.map(({ request }) => request)
  const differences = [
    ...listDifferences('engineResponses.requests', asJson(requests), asJson(asked)),
    ...listDifferences('lookupResult', fixture.lookupResult, asJson(lookup)),
    ...listDifferences('view', fixture.view, asJson(view)),
  ]
  const [more] = differences.slice(listed)
  if (more === undefined) return differences
  const rest = differences.length - listed
  return [...differences.slice(0, listed), { ...more, message: `${more.message} (${rest} differences from here on)` }]
}

/** A value as it would be written and read again. */
const asJson = (value: unknown) => z.json().parse(JSON.parse(JSON.stringify(value)))
