import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type * as z from 'zod'

/** The first of `paths` that is there, as it stands or gzipped (`.gz` behind it), or null. */
export function firstExisting(paths: readonly string[]): string | null {
  return paths.flatMap((path) => [path, `${path}.gz`]).find((path) => existsSync(path)) ?? null
}

/** Lines of a text file, gzipped or not, blank ones left out, with their numbers from 1. */
export function linesOf(path: string): { readonly line: string; readonly place: string }[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .map((line, at) => ({ line: line.replace(/\r$/, ''), place: `${path}:${at + 1}` }))
    .filter(({ line }) => line.trim() !== '')
}

/** Rows of a file with one JSON object a line. @throws Error that names file and line. */
export function readRows<S extends z.ZodType>(path: string, schema: S): z.output<S>[] {
  return linesOf(path).map(({ line, place }) => {
    const parsed = schema.safeParse(parseJson(line, place))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`${place}: ${issue?.path.join('.')}: ${issue?.message}`)
  })
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${place}: not JSON`)
  }
}
