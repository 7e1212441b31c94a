// The options that every evaluation has (spec 07, "Commands").
import { parseArgs } from 'node:util'
import { Fault } from '../../lib/contract/faults.ts'
import { messageOf } from '../../lib/text/message-of.ts'

const options = {
  assets: { type: 'string' },
  'compare-to': { type: 'string' },
  'json-report': { type: 'string' },
  'markdown-report': { type: 'string' },
  'html-report': { type: 'string' },
  'diff-json-report': { type: 'string' },
  'diff-markdown-report': { type: 'string' },
  'write-baseline': { type: 'boolean' },
} as const

export type GateFiles = {
  readonly compareTo: string | undefined
  readonly jsonReport: string | undefined
  readonly markdownReport: string | undefined
  readonly htmlReport: string | undefined
  readonly diffJsonReport: string | undefined
  readonly diffMarkdownReport: string | undefined
}

export type GateOptions = {
  readonly files: GateFiles
  /** Write the report as the new baseline when every case passes. */
  readonly writeBaseline: boolean
  /** Another folder of cases. */
  readonly assets: string | undefined
}

export const gateUsage = `[--assets FOLDER] [--compare-to FILE] [--json-report FILE] [--markdown-report FILE] [--html-report FILE]
         [--diff-json-report FILE] [--diff-markdown-report FILE] [--write-baseline]`

/** @throws Fault `E_VALIDATION` for an option that is unknown, or without the value that it needs */
export function readGateOptions(args: readonly string[]): GateOptions {
  const values = parse(args)
  const text = (name: Exclude<keyof typeof options, 'write-baseline'>) => {
    const value = values[name]
    if (value === '') throw new Fault('E_VALIDATION', { message: `--${name} must name a file` })
    return value
  }
  return {
    files: {
      compareTo: text('compare-to'),
      jsonReport: text('json-report'),
      markdownReport: text('markdown-report'),
      htmlReport: text('html-report'),
      diffJsonReport: text('diff-json-report'),
      diffMarkdownReport: text('diff-markdown-report'),
    },
    writeBaseline: values['write-baseline'] === true,
    assets: text('assets'),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (cause) {
    throw new Fault('E_VALIDATION', { cause, message: messageOf(cause) })
  }
}
