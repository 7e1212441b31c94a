// What is counted of documents that wait.
import { afterEach, describe, expect, inject, test } from 'vitest'
import { createWorld, fails, rule, type World } from './world.ts'

const endpoint = inject('databases')[0]?.endpoint ?? ''
let world: World | undefined
afterEach(() => world?.close())
async function open() {
  world = await createWorld(endpoint)
  return world
}
const ages = ({ measured }: World) =>
  measured.filter(({ metric }) => metric === 'OldestPendingAge').map(({ value }) => value)
const deferred = (outcome: string) => ({ metric: 'DeferredIngests', value: 1, dimensions: { outcome } })

describe('the sweep measures', () => {
  test('no age when nothing is pending', async () => {
    const over = await open()
    await over.business('done.md', 'done')
    await over.sweep()
    expect(ages(over)).toEqual([0])
  })

  test('how long the oldest has waited since it was accepted, however often it was tried', async () => {
    const over = await open()
    over.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await over.business('first.md', 'first')
    const accepted = over.now()
    over.setTime(accepted + 40_000)
    await over.business('second.md', 'second')
    over.setTime(accepted + 100_000)
    await over.sweep()
    expect(ages(over)).toEqual([100])
  })

  test('documents that wait for a later attempt, too', async () => {
    const over = await open()
    over.service.script = [fails('E_REBUILD_IN_PROGRESS')]
    await over.business('later.md', 'later')
    over.setTime(over.now() + 1000)
    await over.sweep()
    expect(ages(over)).toEqual([1])
  })

  test('no file that is still to arrive, and no document that was given up', async () => {
    const over = await open()
    await over.presign({ filename: 'large.md' })
    over.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
    await over.business('lost.md', 'lost')
    await over.letPass(rule.maxAgeSeconds + 3600)
    over.measured.splice(0)
    await over.sweep()
    expect(ages(over)).toEqual([0])
  })
})

test('an ingest that fails counts as deferred each time, and in the end as given up', async () => {
  const over = await open()
  over.service.script = [fails('E_KNOWLEDGE_UNAVAILABLE')]
  await over.business('lost.md', 'lost')
  expect(over.measured).toEqual([deferred('DEFERRED')])
  expect(over.lines).toMatchObject([
    { level: 'warn', code: 'INGEST_DEFERRED', fields: { outcome: 'DEFERRED', code: 'E_KNOWLEDGE_UNAVAILABLE' } },
  ])
  await over.letPass(rule.maxAgeSeconds + 3600)
  const outcomes = over.measured.filter(({ metric }) => metric === 'DeferredIngests').map((m) => m.dimensions.outcome)
  expect(outcomes.filter((outcome) => outcome === 'GIVEN_UP')).toHaveLength(1)
  expect(outcomes.at(-1)).toBe('GIVEN_UP')
})

test('a document that the service takes, or refuses for good, is not deferred', async () => {
  const over = await open()
  await over.business('good.md', 'good')
  over.service.script = [fails('E_INGEST_REJECTED')]
  await over.simple('bad.md', 'bad')
  expect(over.measured).toEqual([])
})
