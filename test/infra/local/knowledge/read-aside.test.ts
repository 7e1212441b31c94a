import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readAside } from '../../../../infra/local/knowledge/read-aside.ts'
import { maxChunks, readDocument } from '../../../../infra/local/knowledge/read-document.ts'
import { createShareTurns } from '../../../../infra/local/knowledge/share-turns.ts'

const long = Buffer.from(
  `---\ntitle: Long\n---\n# Long\n\n${Array.from({ length: 400 }, (_, n) => `## Part ${n}\n\n${'网关 timeout. '.repeat(20)}`).join('\n\n')}`,
)

describe('read aside', () => {
  it('reads a long document as a short one is read, and lets others have their turns meanwhile', async () => {
    let done = false
    const reading = readAside(long, 'markdown').finally(() => {
      done = true
    })
    await nextTurn()
    expect(done).toBe(false)
    expect(await reading).toEqual(readDocument(long, 'markdown'))
  })

  it('reads a short document', async () => {
    expect((await readAside(Buffer.from('# A\n\nb'), 'markdown')).content.heading).toBe('A')
  })
})

describe('read document', () => {
  it.each([
    ['sections', Array.from({ length: maxChunks + 5 }, (_, n) => `# Part ${n}\n\ntext`).join('\n\n')],
    ['one line', 'a'.repeat(4_600_000)],
  ])('keeps the first 2,000 chunks of too many %s, and says so', (_what, text) => {
    const { content, warnings } = readDocument(Buffer.from(text), 'markdown')
    expect(content.chunks).toHaveLength(2000)
    expect(warnings).toEqual([expect.stringContaining('2000')])
    expect(content.chunks[0]?.text).toBe(
      readDocument(Buffer.from(text.slice(0, 100_000)), 'markdown').content.chunks[0]?.text,
    )
  })

  it('says nothing of it when all are kept', () => {
    const text = Array.from({ length: maxChunks }, (_, n) => `# Part ${n}\n\ntext`).join('\n\n')
    const { content, warnings } = readDocument(Buffer.from(text), 'markdown')
    expect([content.chunks.length, warnings]).toEqual([2000, []])
  })
})

describe('share turns', () => {
  it('hands the event loop over once the work has held it for long', async () => {
    const shareTurns = createShareTurns()
    let others = 0
    setImmediate(() => {
      others += 1
    })
    const started = performance.now()
    while (performance.now() - started < 30) Math.sqrt(2)
    await shareTurns()
    expect(others).toBe(1)
  })
})
