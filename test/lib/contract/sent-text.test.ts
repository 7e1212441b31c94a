// Spec 02, "Project": lone surrogates in input become U+FFFD before anything is stored. Over every body that a route takes.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routeSchemas } from '../../../lib/contract/route-schemas.ts'
import { type RouteName, routes } from '../../../lib/contract/routes.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Body = { readonly [key: string]: Json }

const item = { id: 'log:1', source: 'loki', title: 'T', breadcrumb: 'a > b', excerpt: 'Line.' }
/** Bodies with every field that a route takes. */
const bodies: Partial<Record<RouteName, readonly Body[]>> = {
  lookupKnowledge: [{ tool_call_id: 'c1', query: 'why' }],
  recordToolInvocation: [
    { tool: 'query_logs', tool_call_id: 'c1', args: { app: ['a', { level: 'error' }] }, items: [item] },
    { tool: 'query_logs', tool_call_id: 'c1', args: {}, error: { code: 'X', message: 'm' } },
  ],
  startRun: [{ question: 'why?', run_id: 'run-1' }],
  presignUpload: [
    {
      filename: 'a.md',
      category: 'gateway',
      fault_source: 'edge',
      title: 'T',
      tags: ['a'],
      replaces: 'ref-1',
    },
  ],
}
/** These store nothing of what they are sent. */
const storeNothing: readonly RouteName[] = ['checkEvidence', 'rebuildKnowledge']
/** A file's name is refused later, where paths in it are taken off. */
const refusedLater = ['filename']

const withBody = (Object.keys(routes) as RouteName[]).filter(
  (name) => routeSchemas[name].body !== undefined && !storeNothing.includes(name),
)

test('every route that stores something of its body is looked at, with every field', () => {
  expect(Object.keys(bodies).sort()).toEqual([...withBody].sort())
  for (const name of withBody) {
    const schema = z.toJSONSchema(routeSchemas[name].body ?? z.never(), { io: 'input', unrepresentable: 'any' })
    const sent = new Set((bodies[name] ?? []).flatMap((body) => Object.keys(body)))
    expect([...sent].sort(), name).toEqual(Object.keys(schema.properties ?? {}).sort())
  }
})

describe.each(withBody)('in a body of %s', (name) => {
  const spoilt = (bodies[name] ?? []).flatMap((body) => [...spoiltOnce(body)])

  test.each(spoilt)('half a character in $path reaches nothing that is stored', ({ value }) => {
    const { success, data } = (routeSchemas[name].body ?? z.never()).safeParse(value)
    if (!success) return
    const left = [...texts(data)].filter(({ path, text }) => !text.isWellFormed() && !refusedLater.includes(path))
    expect(left).toEqual([])
    expect([...texts(data)].some(({ text }) => text.includes('\ufffd') || !text.isWellFormed())).toBe(true)
  })
})

/** The value with half a character in one text, or one key, at a time. */
function* spoiltOnce(value: Json, path = ''): Generator<{ path: string; value: Json }> {
  if (typeof value === 'string') yield { path, value: `${value}\ud800` }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    const put = (changed: Json): Json =>
      Array.isArray(value) ? value.map((c, i) => (String(i) === key ? changed : c)) : { ...value, [key]: changed }
    for (const { path: p, value: changed } of spoiltOnce(child, at)) yield { path: p, value: put(changed) }
    if (path.startsWith('args') && !Array.isArray(value)) {
      yield { path: `the key ${at}`, value: { ...value, [`${key}\udc00`]: child } }
    }
  }
}

function* texts(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    yield { path: `key of ${path}`, text: key }
    yield* texts(child, path === '' ? key : `${path}.${key}`)
  }
}
