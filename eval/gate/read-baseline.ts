import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import { type Report, report, reportSchemaVersion } from './report.ts'

export type Baseline =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'unreadable'; readonly reason: string }

const versioned = z.looseObject({ schemaVersion: z.unknown() })

/** A report of an earlier day. Never throws: what can't be read can't be compared with, and says why. */
export function readBaseline(file: string): Baseline {
  const unreadable = (reason: string): Baseline => ({
    kind: 'unreadable',
    reason: `The baseline ${basename(file)} ${reason}`,
  })
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? 'is not JSON.' : 'cannot be read.')
  }
  const version = versioned.safeParse(value).data?.schemaVersion
  if (version !== undefined && version !== reportSchemaVersion) {
    return unreadable(`has schema version ${JSON.stringify(version)}, this report has ${reportSchemaVersion}.`)
  }
  const parsed = report.safeParse(value)
  if (parsed.success) return { kind: 'report', report: parsed.data }
  const issue = parsed.error.issues[0]
  return unreadable(`is not a report: ${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'not valid'}.`)
}
