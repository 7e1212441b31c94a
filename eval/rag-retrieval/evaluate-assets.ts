import { Fault } from '../../lib/contract/faults.ts'
import { retrievalTraceReply } from '../../lib/contract/knowledge-api.ts'
import { buildReport } from '../gate/build-report.ts'
import type { CaseResult, ObservedValue } from '../gate/case-result.ts'
import type { Report } from '../gate/report.ts'
import { evaluateCase } from './evaluate-case.ts'
import { evaluationSettings } from './evaluation-settings.ts'
import type { Fixture } from './fixture.ts'
import type { Assets } from './read-assets.ts'
import { retrievalRules } from './retrieval-rules.ts'

/** The report of all cases, in their order. @param onProgress is told the part that is done, 0 to 1 */
export async function evaluateAssets(
  { golden, fixtures, recording }: Assets,
  onProgress: (done: number) => void = () => undefined,
): Promise<Report> {
  const cases: CaseResult[] = []
  for (const each of golden.cases) {
    const fixture = fixtures.get(each.id)
    if (fixture === undefined) throw new Fault('E_INTERNAL', { context: { missing: each.id } })
    cases.push(await evaluateCase(each, fixture, golden.categoryPolicy))
    onProgress(cases.length / golden.cases.length)
  }
  return buildReport(retrievalRules, {
    engine: engineOf([...fixtures.values()]),
    config: { recording, ...settingsConfig() },
    cases,
  })
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
