import { type Fault, toFault } from '../../lib/contract/faults.ts'
import type { CaseFailure, CaseResult } from '../gate/case-result.ts'
import { checkExpectations } from './check-expectations.ts'
import { checkRecording } from './check-recording.ts'
import type { Fixture } from './fixture.ts'
import type { GoldenCase } from './golden-case.ts'
import { coverageOf } from './hit-level.ts'
import { measureRanking } from './measure-ranking.ts'
import { type ReplayedLookup, replayLookup } from './replay-lookup.ts'

/** The parts of a result that every case must have (spec 07, "Assets"). */
const modules = ['evidenceBlocks', 'contextPack', 'retrievalTrace', 'rerankTrace'] as const

/** One case: its recorded answers through the real pipeline, against its expectations and against its recording. */
export async function evaluateCase(
  golden: GoldenCase,
  fixture: Fixture,
  categoryPolicy: Readonly<Record<string, string>>,
): Promise<CaseResult> {
  const replayed = await replayLookup(golden, categoryPolicy, fixture.engineResponses).catch(toFault)
  if (replayed instanceof Error) return brokenCase(golden, failedLookup(replayed))
  const present = modules.filter((name) => replayed.lookup[name] !== undefined)
  if (present.length === modules.length) return judgedCase(golden, fixture, replayed)
  const message = 'The result does not have all four modules.'
  return brokenCase(golden, { field: 'modules', expected: [...modules], actual: present, message })
}

function judgedCase(golden: GoldenCase, fixture: Fixture, replayed: ReplayedLookup): CaseResult {
  const { lookup, view } = replayed
  const coverage = coverageOf(golden, lookup.evidenceBlocks)
  const failures = [...checkExpectations(golden, replayed, coverage), ...checkRecording(fixture, replayed)]
  const { selectedAttempt, fallbackReason } = lookup.retrievalTrace
  return {
    id: golden.id,
    tags: [...golden.tags],
    pass: failures.length === 0,
    failures,
    observed: {
      hitLevel: coverage.hitLevel,
      firstExpectedRank: coverage.firstExpectedRank,
      selectedAttempt,
      fallbackReason,
      evidenceStatus: view.evidence_status,
      rerankTopSource: lookup.rerankTrace[0]?.source ?? null,
      relevanceLevel: view.relevance_level,
      truncated: view.truncated,
    },
    metrics: metricsOf(
      golden,
      lookup.evidenceBlocks.map(({ source, evidenceKey }) => source ?? evidenceKey),
    ),
    ...latencyOf(fixture),
  }
}

/** Of all attempts together; nothing where one of them was not timed. */
function latencyOf({ engineResponses }: Fixture): Pick<CaseResult, 'latencyMs'> {
  const times = engineResponses.flatMap(({ latencyMs }) => latencyMs ?? [])
  if (times.length < engineResponses.length) return {}
  return { latencyMs: Math.round(times.reduce((sum, ms) => sum + ms, 0) * 10) / 10 }
}

function failedLookup({ code, message, context, cause }: Fault): CaseFailure {
  const why = typeof context.failure === 'string' ? context.failure : cause instanceof Error ? cause.message : null
  const reason = why === null ? '' : ` (${why})`
  return { field: 'lookup', expected: 'an answer', actual: code, message: `${message}${reason}` }
}

/** A lookup that failed found nothing: it counts as the worst that it can be, never as not measured. */
function brokenCase(golden: GoldenCase, failure: CaseFailure): CaseResult {
  return {
    id: golden.id,
    tags: [...golden.tags],
    pass: false,
    failures: [failure],
    observed: {
      hitLevel: golden.expectedSources.length === 0 ? null : 'miss',
      firstExpectedRank: null,
      selectedAttempt: null,
      fallbackReason: null,
      evidenceStatus: null,
      rerankTopSource: null,
      relevanceLevel: null,
      truncated: null,
    },
    metrics: metricsOf(golden, []),
  }
}

function metricsOf({ expectedSources, topK }: GoldenCase, ranked: readonly string[]): CaseResult['metrics'] {
  if (expectedSources.length === 0) return {}
  return { ...measureRanking(ranked, new Map(expectedSources.map((source) => [source, 1])), topK) }
}
