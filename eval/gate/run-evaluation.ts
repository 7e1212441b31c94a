import { join } from 'node:path'
import { Fault } from '../../lib/contract/faults.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { finishGate } from './finish-gate.ts'
import { gateUsage, readGateOptions } from './gate-options.ts'
import type { GateRules } from './gate-rules.ts'
import type { Report } from './report.ts'
import { terminalLine } from './terminal-line.ts'

export type Evaluation = {
  /** As people type it. */
  readonly command: string
  readonly rules: GateRules
  /** Holds the cases, what belongs to them, and the reports in `reports`, unless `--assets` names another. */
  readonly folder: string
  /** @throws Fault `E_VALIDATION` for assets that cannot be used */
  readonly evaluate: (folder: string) => Promise<Report>
}

export type Output = { readonly log: (line: string) => void; readonly error: (line: string) => void }

/** One evaluation from the arguments of its command to its exit. What is no input error is thrown. */
export async function runEvaluation(
  { command, rules, folder: ownFolder, evaluate }: Evaluation,
  args: readonly string[] = process.argv.slice(2),
  output: Output = console,
): Promise<ExitCode> {
  try {
    const options = readGateOptions(args)
    const folder = options.assets ?? ownFolder
    const report = await evaluate(folder)
    return finishGate({ rules, report, options, folder: join(folder, 'reports'), say: output.log })
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'E_VALIDATION')) throw error
    output.error(terminalLine(error.message))
    output.error(`Usage: ${command} -- ${gateUsage}`)
    return exitCodes.usage
  }
}
