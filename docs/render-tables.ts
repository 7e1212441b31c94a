// The tables of the documents, out of the code's own tables: a test compares, `npm run docs` writes.
import { serviceErrors } from '../infra/local/knowledge/service-error.ts'
import { stageSettings } from '../infra/stage-settings.ts'
import { faults } from '../lib/contract/faults.ts'
import { logCodes } from '../lib/contract/log-codes.ts'
import { metrics } from '../lib/contract/metrics.ts'
import { type Route, routes } from '../lib/contract/routes.ts'
import { settings } from '../lib/contract/settings.ts'
import { violations } from '../lib/contract/violations.ts'
import { type ServiceCallName, serviceCalls } from '../lib/knowledge/py-rag/service-calls.ts'

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string) => `\`${text}\``

const repeatedOn: Readonly<Record<(typeof serviceCalls)[ServiceCallName]['retryOn'], string>> = {
  'nothing-sent': 'while nothing was sent',
  connection: 'on a connection failure',
  'connection-or-gateway': 'on a connection failure, 502, 503, 504',
}

const limitOf = {
  searchMs: settings.PYRAG_SEARCH_TIMEOUT_MS,
  ingestMs: settings.PYRAG_INGEST_TIMEOUT_MS,
  defaultMs: settings.PYRAG_DEFAULT_TIMEOUT_MS,
} as const

/** By the name between `<!-- table:NAME -->` and `<!-- /table -->`. */
export const tables: Readonly<Record<string, () => string>> = {
  routes: () =>
    table(
      ['route', 'function', 'what'],
      Object.values<Route>(routes).map((r) => [code(`${r.method} ${r.path}`), r.function, r.summary]),
    ),
  settings: () =>
    table(
      ['variable', 'default', 'meaning', 'parameter'],
      Object.entries(settings).map(([name, row]) => [
        code(name),
        row.default === null ? '' : code(row.default),
        row.meaning,
        'parameter' in row ? 'yes' : '',
      ]),
    ),
  stage: () =>
    table(
      ['setting', 'default', 'meaning'],
      Object.entries(stageSettings).map(([name, row]) => [
        code(name),
        row.default === null ? '' : code(row.default),
        row.meaning,
      ]),
    ),
  logs: () =>
    table(
      ['code', 'level', 'meaning'],
      Object.entries(logCodes).map(([name, row]) => [code(name), row.level, row.meaning]),
    ),
  metrics: () =>
    table(
      ['metric', 'unit', 'dimensions', 'meaning'],
      Object.entries(metrics).map(([name, row]) => [
        code(name),
        row.unit,
        Object.keys(row.dimensions).map(code).join(', '),
        row.meaning,
      ]),
    ),
  faults: () =>
    table(
      ['code', 'status', 'try again', 'message'],
      Object.entries(faults).map(([name, row]) => [code(name), row.status, row.retryable ? 'yes' : 'no', row.message]),
    ),
  calls: () =>
    table(
      ['call', 'answer within, ms', 'repeated'],
      Object.values(serviceCalls).map(({ method, path, readLimit, retries, retryOn }) => [
        code(`${method} ${path}`),
        limitOf[readLimit].default ?? '',
        retries === 0 ? 'never' : `${retries === 1 ? 'once' : `${retries} times`}, ${repeatedOn[retryOn]}`,
      ]),
    ),
  service: () =>
    table(
      ['code', 'status'],
      Object.entries(serviceErrors).map(([name, status]) => [code(name), status]),
    ),
  violations: () =>
    table(
      ['#', 'code', 'group', 'meaning'],
      Object.entries(violations).map(([name, row]) => [row.number, code(name), row.group, row.meaning]),
    ),
}

/** `markdown` with each marked table replaced by what the code says now. @throws Error for a mark that names no table */
export function withTables(markdown: string): string {
  return markdown.replace(/<!-- table:(\w+) -->[\s\S]*?<!-- \/table -->/g, (_, name: string) => {
    const render = tables[name]
    if (render === undefined) throw new Error(`no table is named ${name}`)
    return `<!-- table:${name} -->\n${render()}\n<!-- /table -->`
  })
}
