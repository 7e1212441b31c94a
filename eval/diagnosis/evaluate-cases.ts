// All cases of a folder, some at a time: most of a case is waiting for the emulator.
import { startDatabase } from '../../infra/local/database.ts'
import { environmentOf, readEnvironment } from '../../lib/contract/settings.ts'
import { buildReport } from '../gate/build-report.ts'
import type { CaseResult } from '../gate/case-result.ts'
import type { Report } from '../gate/report.ts'
import type { DiagnosisCase } from './diagnosis-case.ts'
import { diagnosisRules } from './diagnosis-rules.ts'
import { type CaseData, readCases } from './read-cases.ts'
import { runCase } from './run-case.ts'
import { makeTables } from './world/open-world.ts'
import { type Emulator, openWorldPool, type WorldPool } from './world-pool.ts'

const atOnce = 6

/** Defaults that runs depend on, where a case sets nothing else. */
const config = readEnvironment(
  environmentOf('RUN_MAX_TURNS', 'RUN_MAX_REPAIRS', 'RUN_TOOL_CALL_BUDGET', 'RUN_NO_GAIN_LIMIT'),
  {},
)

/** @throws Fault `E_VALIDATION` for cases that are not valid */
export async function evaluateCases(folder: string): Promise<Report> {
  const data = readCases(folder)
  const database = await startDatabase()
  try {
    const cases = await runAll({ endpoint: database.endpoint, tables: await makeTables(database.endpoint) }, data)
    return buildReport(diagnosisRules, { engine: 'diagnosis.asl.json', config, cases })
  } finally {
    await database.stop()
  }
}

/** What came of each case, in the order of the cases. */
export async function runAll(emulator: Emulator, data: CaseData): Promise<CaseResult[]> {
  const queue = data.cases.entries()
  const results: CaseResult[] = []
  const work = async () => {
    const pool = openWorldPool(emulator)
    try {
      for (const [i, one] of queue) results[i] = await runSafely(pool, one, data)
    } finally {
      await pool.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, data.cases.length) }, work))
  return results
}

/** A case that cannot even be run has failed, and the others go on. */
async function runSafely(pool: WorldPool, one: DiagnosisCase, data: CaseData): Promise<CaseResult> {
  try {
    return await runCase(pool, one, data)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const failures = [{ field: 'run', expected: null, actual: null, message }]
    return { id: one.id, tags: [...one.tags], pass: false, failures, observed: {}, metrics: {} }
  }
}
