import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readAside } from '../../../../../infra/local/knowledge/reading/read-aside.ts'
import { maxChunks, readDocument } from '../../../../../infra/local/knowledge/reading/read-document.ts'
import { createShareTurns } from '../../../../../infra/local/knowledge/share-turns.ts'

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

  it.each([
    ['breaks', 'throw new Error("out of memory")'],
    ['ends without a word', 'process.exit(7)'],
  ])('refuses for good a document on which its thread %s', async (_what, code) => {
    const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    await expect(readAside(long, 'markdown', 10_000, thread)).rejects.toMatchObject({
      code: 'E_PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('split it'),
    })
  })

  it('refuses for good a document that is not read within its time', async () => {
    const endless = Buffer.from('<div>'.repeat(800_000))
    await expect(readAside(endless, 'html', 200)).rejects.toMatchObject({ code: 'E_PAYLOAD_TOO_LARGE', status: 413 })
  })
})

describe('read document', () => {
  it.each([
    ['sections', Array.from({ length: maxChunks + 5 }, (_, n) => `# Part ${n}\n\ntext`).join('\n\n')],
    ['one line', 'a'.repeat(4_600_000)],
  ])('keeps the first 2,000 chunks of too many %s, and says so', (_what, text) => {
    const { content, cut, warnings } = readDocument(Buffer.from(text), 'markdown')
    expect(content.chunks).toHaveLength(2000)
    expect(cut).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('2000')])
    expect(content.chunks[0]?.text).toBe(
      readDocument(Buffer.from(text.slice(0, 100_000)), 'markdown').content.chunks[0]?.text,
    )
  })

  it.each([
    ['headings', `${'# h\n'.repeat(30_000)}zebrahead`],
    ['underlined headings', `${'a\n===\n'.repeat(6000)}zebrahead`],
    ['nested lists', `${`${'- '.repeat(2000)}a\n\n`.repeat(4)}# h\n\nzebrahead`],
    ['rules', `${'---\n'.repeat(20_000)}zebrahead`],
    ['fences', `${'```\n```\n'.repeat(10_000)}zebrahead`],
  ])('reads nothing but %s in a time that grows with their number only', (_what, text) => {
    const started = performance.now()
    const { content } = readDocument(Buffer.from(text), 'markdown')
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(content.chunks.at(-1)?.text).toContain('zebrahead')
  })

  it('says nothing of it when all are kept', () => {
    const text = Array.from({ length: maxChunks }, (_, n) => `# Part ${n}\n\ntext`).join('\n\n')
    const { content, cut, warnings } = readDocument(Buffer.from(text), 'markdown')
    expect([content.chunks.length, cut, warnings]).toEqual([2000, false, []])
  })

  it('says that it has not read the text behind very much white space', () => {
    const { cut } = readDocument(Buffer.from(`# Head\n\nfirst\n${' '.repeat(5_000_000)}\nlast`), 'markdown')
    expect(cut).toBe(true)
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
