// From a report to an exit: compare, write what was asked for, say the verdict.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../lib/contract/faults.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { checkOutputFile, openOutputFolder, writeOutputFile } from '../output-file.ts'
import { compareReports } from './compare-reports.ts'
import { type Diff, incomparable } from './diff.ts'
import { exitCodeOf } from './exit-code.ts'
import type { GateOptions } from './gate-options.ts'
import type { GateRules } from './gate-rules.ts'
import { renderHtml } from './page/render-html.ts'
import { readBaseline } from './read-baseline.ts'
import { renderDiffMarkdown } from './render-diff-markdown.ts'
import { renderJson } from './render-json.ts'
import { renderReportMarkdown } from './render-report-markdown.ts'
import type { Report } from './report.ts'
import { summarize } from './summarize.ts'

export type GateRun = {
  readonly rules: GateRules
  readonly report: Report
  readonly options: GateOptions
  /**
   * Holds `baseline.json` and `baseline.md`; what no option sends elsewhere goes to `latest.*` in it. The only folder that is
   * made when it is absent.
   */
  readonly folder: string
  readonly say: (line: string) => void
}

/**
 * Compares with the file of `--compare-to`, else with the folder's baseline if it has one; writes the reports; says the verdict.
 * @throws Fault `E_VALIDATION` when a report cannot be written; for want of a folder, before any is
 */
export function finishGate({ rules, report, options, folder, say }: GateRun): ExitCode {
  const { compareTo: _, ...asked } = options.files
  for (const file of Object.values(asked)) if (file !== undefined) orInvalid(() => checkOutputFile(file))
  const own = join(folder, 'baseline.json')
  const compareTo = options.files.compareTo ?? (existsSync(own) ? own : undefined)
  // Read before anything is written: a report may go where its baseline lies.
  const baseline = compareTo === undefined ? null : readBaseline(compareTo)
  const before = baseline?.kind === 'report' ? baseline.report : null
  const diff =
    baseline === null
      ? null
      : baseline.kind === 'report'
        ? compareReports(rules, report, baseline.report)
        : incomparable(rules.evaluation, [baseline.reason])

  const { files } = options
  const ownFile = (name: string) => {
    orInvalid(() => openOutputFolder(folder))
    return join(folder, name)
  }
  write(files.jsonReport ?? ownFile('latest.json'), renderJson(report))
  write(files.markdownReport ?? ownFile('latest.md'), renderReportMarkdown(rules, report))
  write(files.htmlReport ?? ownFile('latest.html'), renderHtml(rules, report, diff, before))
  if (files.diffJsonReport !== undefined) write(files.diffJsonReport, renderJson(diff ?? nothingCompared(rules)))
  if (files.diffMarkdownReport !== undefined) {
    write(files.diffMarkdownReport, renderDiffMarkdown(rules, diff ?? nothingCompared(rules)))
  }
  for (const line of summarize(rules, report, diff)) say(line)
  if (!options.writeBaseline) return exitCodeOf(report, diff)

  // A new baseline is judged by its cases alone: it is what later reports are compared with, not what it replaces.
  const exit = exitCodeOf(report, null)
  if (exit === exitCodes.ok) {
    write(ownFile('baseline.json'), renderJson(report))
    write(ownFile('baseline.md'), renderReportMarkdown(rules, report))
  }
  say(exit === exitCodes.ok ? `baseline written to ${own}` : 'baseline not written: not every case passes')
  return exit
}

const nothingCompared = (rules: GateRules): Diff => incomparable(rules.evaluation, ['There is no baseline.'])

const write = (file: string, text: string): void => orInvalid(() => writeOutputFile(file, text))

function orInvalid(effect: () => void): void {
  try {
    effect()
  } catch (cause) {
    throw new Fault('E_VALIDATION', { cause, message: messageOf(cause) })
  }
}
