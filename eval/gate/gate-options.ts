// The options that every evaluation has (spec 07, "Commands").
import { parseArgs } from 'node:util'
import { Fault } from '../../lib/contract/faults.ts'

const files = {
  'compare-to': { type: 'string' },
  'json-report': { type: 'string' },
  'markdown-report': { type: 'string' },
  'html-report': { type: 'string' },
  'diff-json-report': { type: 'string' },
  'diff-markdown-report': { type: 'string' },
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
  /** The evaluation's own, by name. */
  readonly own: Readonly<Record<string, string | undefined>>
}

export const gateUsage = `[--compare-to FILE] [--json-report FILE] [--markdown-report FILE] [--html-report FILE]
         [--diff-json-report FILE] [--diff-markdown-report FILE] [--write-baseline]`

/**
 * @param own names of further options, each with a value
 * @throws Fault `E_VALIDATION` for an option that is unknown, or without the value that it needs
 */
export function readGateOptions(args: readonly string[], own: readonly string[] = []): GateOptions {
  const values = parse(args, own)
  const text = (name: string) => {
    const value = values[name]
    if (value === '') throw new Fault('E_VALIDATION', { message: `--${name} must name a file` })
    return typeof value === 'string' ? value : undefined
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
    own: Object.fromEntries(own.map((name) => [name, text(name)])),
  }
}

function parse(args: readonly string[], own: readonly string[]): Readonly<Record<string, unknown>> {
  const others = Object.fromEntries(own.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options: { ...files, 'write-baseline': { type: 'boolean' }, ...others } })
      .values
  } catch (cause) {
    throw new Fault('E_VALIDATION', { cause, message: cause instanceof Error ? cause.message : String(cause) })
  }
}
