// One case: asked, played, observed, compared.
import type { CaseFailure, CaseResult } from '../gate/case-result.ts'
import { checkPromises } from './check-promises.ts'
import { compareOutcome } from './compare-outcome.ts'
import type { DiagnosisCase } from './diagnosis-case.ts'
import { disturb } from './disturb.ts'
import { type Observation, observeRun } from './observe-run.ts'
import { playScript } from './play-script.ts'
import type { CaseData } from './read-cases.ts'
import { recordTrace } from './record-trace.ts'
import type { World } from './world/open-world.ts'
import type { WorldPool } from './world-pool.ts'

/** @throws what kept the case from being run at all: what is not as expected is a failure of its result */
export async function runCase(pool: WorldPool, one: DiagnosisCase, data: CaseData): Promise<CaseResult> {
  const runId = `eval-${one.id}`
  const play = playScript(one, data)
  const settings = { ...one.settings, ...(one.model === 'extractive' && { DIAGNOSIS_MODEL: 'extractive' }) }
  let trace = recordTrace()
  const disturbed = disturb(one, runId, () => world)
  const world: World = await pool.worldFor(settings, {
    model: play.model,
    find: play.find,
    around: (invoke) => trace.around(disturbed(invoke)),
  })
  let calls: string[] = []
  if (one.before !== undefined) {
    play.go(one.before.model, [])
    const earlier = await world.diagnose(one.before.question, { runId: `${runId}-before` })
    calls = earlier.invocations.map(({ tool_call_id }) => tool_call_id)
    trace = recordTrace()
  }
  play.go(one.model === 'extractive' ? [] : one.model, calls)
  const askedBefore = world.heard.length
  const run = await world.diagnose(one.question, {
    runId,
    ...(one.life_seconds !== undefined && { lifeSeconds: one.life_seconds }),
  })
  const heard = world.heard.slice(askedBefore)
  const observed = observeRun(run, heard, trace.text())
  const failures = [
    ...compareOutcome(one.expect, observed),
    ...promisesOf(run, {
      heard,
      events: world.events(),
      largestState: world.largestState(),
      tampered: one.tampered !== undefined,
    }),
    ...play.offScript.map((message) => ({ field: 'script', expected: null, actual: null, message })),
  ]
  return {
    id: one.id,
    tags: [...one.tags],
    pass: failures.length === 0,
    failures,
    observed: flat(observed),
    metrics: {},
  }
}

function promisesOf(...given: Parameters<typeof checkPromises>): CaseFailure[] {
  return checkPromises(...given).map(({ name, message }) => ({
    field: `promises.${name}`,
    expected: true,
    actual: false,
    message,
  }))
}

/** Lists and rows as text, so that a difference between two reports reads in one line. */
function flat({ statements, semantic, ...row }: Observation): CaseResult['observed'] {
  const texts = Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? value.join('; ') : value])
  return {
    ...Object.fromEntries(texts),
    semantic: Object.entries(semantic)
      .map((pair) => pair.join(' '))
      .join('; '),
    ...Object.fromEntries(Object.entries(statements ?? {}).map(([kind, count]) => [`statements.${kind}`, count])),
  }
}
