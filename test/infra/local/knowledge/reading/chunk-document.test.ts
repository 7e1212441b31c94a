import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkDocument } from '../../../../../infra/local/knowledge/reading/chunk-document.ts'
import { segmentStarts } from '../../../../../infra/local/knowledge/reading/markdown-segments.ts'
import { pieceSize } from '../../../../../infra/local/knowledge/reading/split-lines.ts'
import { countChars } from '../../../../../lib/text/cut-text.ts'

const pathsOf = (markdown: string) => chunkDocument(markdown, 'markdown').chunks.map((chunk) => chunk.path.join(' > '))
const textsOf = (markdown: string) => chunkDocument(markdown, 'markdown').chunks.map((chunk) => chunk.text)

describe('chunk document', () => {
  it('makes one chunk of a section, under the path of its headings without the document heading', () => {
    const document = chunkDocument('# Doc\n\nIntro.\n\n## A\n\na\n\n### A1\n\na1\n\n## B\n\nb', 'markdown')
    expect(document.heading).toBe('Doc')
    expect(document.chunks).toEqual([
      { path: [], text: '# Doc\n\nIntro.' },
      { path: ['A'], text: '## A\n\na' },
      { path: ['A', 'A1'], text: '### A1\n\na1' },
      { path: ['B'], text: '## B\n\nb' },
    ])
  })

  it('joins a section that is only a heading to the next one', () => {
    expect(textsOf('# Doc\n\n## A\n\na')).toEqual(['# Doc\n\n## A\n\na'])
    expect(pathsOf('# Doc\n\n## A\n\na')).toEqual(['A'])
  })

  it('joins a heading at the very end to the section before it', () => {
    expect(textsOf('# Doc\n\na\n\n## Nothing follows')).toEqual(['# Doc\n\na\n\n## Nothing follows'])
  })

  it('keeps a document of headings only as one chunk', () => {
    expect(textsOf('# Doc\n\n## A')).toEqual(['# Doc\n\n## A'])
  })

  it('reads underlined headings', () => {
    expect(pathsOf('Doc\n===\n\nintro\n\nA\n---\n\na')).toEqual(['', 'A'])
  })

  it('does not take a # in a code fence, an indented block or a comment for a heading', () => {
    const markdown = '# Doc\n\n```bash\n# not a heading\nls\n```\n\n    # nor this\n\n<!--\n# nor that\n-->\n\nend'
    expect(pathsOf(markdown)).toEqual([''])
    expect(textsOf(markdown)).toEqual([markdown])
  })

  it('keeps all headings in the path when several stand at the top', () => {
    const document = chunkDocument('# One\n\na\n\n# Two\n\nb', 'markdown')
    expect(document.heading).toBe('One')
    expect(document.chunks.map((chunk) => chunk.path)).toEqual([['One'], ['Two']])
  })

  it('quotes the original text: Markdown marks and blank lines stay, line ends become \\n', () => {
    expect(textsOf('## A\r\n\r\n- **x** `y`\r\n\r\n| a |\r\n|---|\r\n')).toEqual([
      '## A\n\n- **x** `y`\n\n| a |\n|---|',
    ])
  })

  it('cuts a long section at a blank line between the wanted and the greatest size', () => {
    const paragraph = `${'word '.repeat(80).trim()}.`
    const texts = textsOf(`# Doc\n\n${Array.from({ length: 6 }, () => paragraph).join('\n\n')}`)
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts.slice(1)) expect(text.startsWith('word')).toBe(true)
    for (const text of texts) expect(text.endsWith('word.')).toBe(true)
  })

  it('does not cut a code block at a blank line while it still fits', () => {
    const code = `\`\`\`\n${'x'.repeat(100)}\n\n${'y'.repeat(100)}\n\`\`\``
    const texts = textsOf(`# Doc\n\n${'w'.repeat(790)}\n${code}\n\nend`)
    expect(texts[0]).toContain('yyy')
  })

  it('joins all headings that stand in a row, and keeps the code of what follows in one piece', () => {
    const code = `\`\`\`\n${'x'.repeat(400)}\n\n${'y'.repeat(400)}\n\n${'z'.repeat(200)}\n\`\`\``
    expect(textsOf(`# Doc\n## A\n### B\n${code}`)).toEqual([`# Doc\n\n## A\n\n### B\n${code}`])
  })

  it('finds every underlined heading of very many without blank lines', () => {
    const paths = pathsOf(Array.from({ length: 500 }, (_, n) => `Part ${n}\n---\nwords ${n}\n\n`).join(''))
    expect(paths).toEqual(Array.from({ length: 500 }, (_, n) => `Part ${n}`))
    const marks = Array.from({ length: 500 }, (_, n) => `Part ${n}\n---\n`).join('')
    expect(pathsOf(`# Top\n\nintro\n\n${marks}end`).at(-1)).toBe('Part 499')
  })

  it('gives no chunk for blank text', () => {
    expect(textsOf(' \n\n\t\n')).toEqual([])
  })

  it('cuts plain text by size and reads no headings in it', () => {
    const document = chunkDocument('# shell comment\n\nrest', 'text')
    expect(document).toEqual({ heading: null, chunks: [{ path: [], text: '# shell comment\n\nrest' }], cut: false })
  })

  it('reads HTML: headings split, scripts and styles are no text', () => {
    const html =
      '<html><head><title>t</title><style>p{}</style></head><body><h1>Doc</h1><p>Intro <b>bold</b></p><script>alert(1)</script><h2>A</h2><ul><li>x</li></ul></body></html>'
    const document = chunkDocument(html, 'html')
    expect(document.heading).toBe('Doc')
    expect(document.chunks.map((chunk) => chunk.path)).toEqual([[], ['A']])
    const all = document.chunks.map((chunk) => chunk.text).join('\n')
    expect(all).toContain('Intro bold')
    expect(all).not.toMatch(/alert|p\{\}|</)
  })

  it('parses in parts of bounded size what has no headings, or no blank lines either', () => {
    for (const text of ['ERROR timeout after 7 ms\n', 'A paragraph of some words.\n\n']) {
      const lines = text.repeat(10_000).split('\n')
      const starts = segmentStarts(lines)
      for (const [at, start] of starts.entries())
        expect(lines.slice(start, starts[at + 1]).join('\n').length).toBeLessThan(40_000)
    }
  })

  it('finds the headings of a text whose first one comes late, behind lines without a blank one between them', () => {
    const log = 'ERROR timeout after 7 ms\n'.repeat(4000)
    const { chunks } = chunkDocument(`# Log\n\n${log}\nNote\n====\n\nsee below\n${log}# Late\n\nlast words`, 'markdown')
    expect(chunks.find(({ text }) => text.includes('see below'))?.path).toEqual(['Note'])
    expect(chunks.find(({ text }) => text.includes('last words'))?.path).toEqual(['Late'])
  })

  it('splits a long text as it splits a short one: fences and comments hide headings wherever they stand', () => {
    const section = (n: number) =>
      `## Part ${n}\n\n${'words and more words. '.repeat(20).trim()}\n\n\`\`\`sh\n\n# code ${n}\n\`\`\`\n\n<!--\n\n# comment ${n}\n-->\n\n~~~~\n\n# tilde ${n}\n~~~\n~~~~`
    const paths = pathsOf(`# Doc\n\n${Array.from({ length: 200 }, (_, n) => section(n)).join('\n\n')}`)
    expect(paths).toEqual(Array.from({ length: 200 }, (_, n) => `Part ${n}`))
  })

  it('parses a long text in parts of bounded size, each from a heading on', () => {
    const lines = '## Heading\n\nSome `code` and *words*.\n\n- one\n- two\n\n'.repeat(9000).split('\n')
    const starts = segmentStarts(lines)
    expect(starts[0]).toBe(0)
    for (const [at, start] of starts.entries()) {
      expect(lines[start]).toBe('## Heading')
      expect(lines.slice(start, starts[at + 1]).join('\n').length).toBeLessThan(10_000)
    }
  })

  it('loses no word, keeps the greatest size and never cuts within a character', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        '# Heading',
        '## 小节',
        '```',
        '',
        '- item',
        `${'很长的一句话。'.repeat(260)}`,
        '👩‍👩‍👧'.repeat(400),
        'x'.repeat(3000),
      ),
    )
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom('markdown' as const, 'text' as const),
        (lines, kind) => {
          const source = lines.join('\n')
          const texts = chunkDocument(source, kind).chunks.map((chunk) => chunk.text)
          const bare = (text: string) => text.replace(/\s+/g, '')
          expect(bare(texts.join(''))).toBe(bare(source))
          for (const text of texts) {
            expect(text.isWellFormed()).toBe(true)
            expect(text.trim()).not.toBe('')
            expect(text).not.toMatch(/^\u200D|\u200D$/)
            expect(countChars(text)).toBeLessThanOrEqual(pieceSize.most)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
