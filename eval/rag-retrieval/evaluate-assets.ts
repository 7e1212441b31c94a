import { Fault } from '../../lib/contract/faults.ts'
import { retrievalTraceReply } from '../../lib/contract/knowledge-api.ts'
import { buildReport } from '../gate/build-report.ts'
import type { CaseResult, ObservedValue } from '../gate/case-result.ts'
import type { Report } from '../gate/report.ts'
import { evaluateCase } from './evaluate-case.ts'
import { evaluationSettings } from './evaluation-settings.ts'
import type { Fixture } from './fixture.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Assets } from './read-assets.ts'
import { retrievalRules } from './retrieval-rules.ts'

/** The report of all cases, in their order. @param onProgress is told the part that is done, 0 to 1 */
export async function evaluateAssets(
  { cases: { categoryPolicy, golden, contract }, fixtures, recording }: Assets,
  onProgress: (done: number) => void = () => undefined,
): Promise<Report> {
  const recorded = golden.map((each) => ({ golden: each, fixture: fixtureOf(fixtures, each) }))
  const written = contract.map((each) => ({ golden: each, fixture: fixtureOf(fixtures, each) }))
  const results: CaseResult[] = []
  for (const { golden: each, fixture } of [...recorded, ...written]) {
    const result = await evaluateCase(each, fixture, categoryPolicy)
    // An answer that was written says nothing about how well an engine finds.
    results.push(contract.includes(each) ? { ...result, metrics: {} } : result)
    onProgress(results.length / fixtures.size)
  }
  return buildReport(retrievalRules, {
    engine: engineOf(recorded.map(({ fixture }) => fixture)),
    config: { recording, ...settingsConfig() },
    cases: results,
  })
}

function fixtureOf(fixtures: Assets['fixtures'], { id }: GoldenCase): Fixture {
  const found = fixtures.get(id)
  if (found === undefined) throw new Fault('E_INTERNAL', { context: { missing: id } })
  return found
}

/** The engine, as its answers name what ranked them. */
function engineOf(fixtures: readonly Fixture[]): string {
  const models = fixtures
    .flatMap(({ engineResponses }) => engineResponses)
    .map(({ body }) => {
      const trace = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.retrieval_trace : undefined
      return retrievalTraceReply.safeParse(trace).data?.rerank_model ?? 'unknown'
    })
  return `py-rag, ${[...new Set(models)].sort().join(', ')}`
}

function settingsConfig(): Record<string, ObservedValue> {
  const { evidence, categoryPolicy: _, ...search } = evaluationSettings()
  const { projection, ...pipeline } = evidence
  const bounds = Object.entries(projection).map(([name, value]) => [`projection.${name}`, value] as const)
  return { ...search, ...pipeline, ...Object.fromEntries(bounds) }
}
