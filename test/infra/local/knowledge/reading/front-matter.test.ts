import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../../../../infra/local/knowledge/reading/front-matter.ts'

const data = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'hard-inputs/frontmatter/gray-matter')
const files = existsSync(data) ? readdirSync(data) : []

describe('front matter', () => {
  it('holds no half of a character, whether it was written so or is left by a cut', () => {
    const { matter } = splitFrontMatter(
      `---\ncategory: "\\uD800"\ntitle: ${'x'.repeat(499)}😀\nkeywords: ["a\\uDC00"]\n---\n`,
    )
    expect(matter).toMatchObject({ category: '\uFFFD', title: `${'x'.repeat(499)}\uFFFD`, keywords: ['a\uFFFD'] })
  })

  it('reads every field that describes a document and leaves the body behind it', () => {
    const text = [
      '---',
      'source: gateway-timeout.md',
      'title: Gateway timeouts',
      'breadcrumb: Gateway',
      'category: gateway',
      'kb_scope: rag-eval',
      'keywords: [gateway, 504]',
      'summary: What to do.',
      'covers: one thing',
      'when_to_retrieve:',
      '  - a 504',
      'other: ignored',
      '---',
      '',
      '# Body',
    ].join('\n')
    expect(splitFrontMatter(text)).toEqual({
      matter: {
        source: 'gateway-timeout.md',
        title: 'Gateway timeouts',
        breadcrumb: 'Gateway',
        category: 'gateway',
        kb_scope: 'rag-eval',
        keywords: ['gateway', '504'],
        summary: 'What to do.',
        covers: ['one thing'],
        when_to_retrieve: ['a 504'],
      },
      body: '\n# Body',
      warning: null,
    })
  })

  it('takes CRLF line ends and a closing line of dots', () => {
    const { matter, body } = splitFrontMatter('---\r\ntitle: A\r\n---\r\nbody\r\n')
    expect([matter?.title, body]).toEqual(['A', 'body\r\n'])
    expect(splitFrontMatter('---\ntitle: A\n...\nbody').body).toBe('body')
  })

  it('treats a field that is no plain value, or blank, as missing', () => {
    const { matter } = splitFrontMatter('---\ntitle: {a: 1}\nsource: "  "\ncategory: 7\nkeywords: {a: 1}\n---\nbody')
    expect(matter).toMatchObject({ title: null, source: null, category: '7', keywords: [] })
  })

  it('keeps a broken description out of the body, with a warning', () => {
    const { matter, body, warning } = splitFrontMatter('---\ntitle: "open\nkeywords: [redis\n---\nbody')
    expect([matter, body]).toEqual([null, 'body'])
    expect(warning).toContain('not valid YAML')
  })

  it('leaves prose between two rules in the body', () => {
    const text = '---\nRead this first.\n---\nbody'
    expect(splitFrontMatter(text)).toEqual({ matter: null, body: text, warning: null })
  })

  it.each(['---\ntitle: A\nno end', '----\ntitle: A\n----\n', ' ---\ntitle: A\n---\n', 'text\n---\ntitle: A\n---\n'])(
    'finds none in %j',
    (text) => expect(splitFrontMatter(text)).toEqual({ matter: null, body: text, warning: null }),
  )

  it('never evaluates: a block in another language is text', () => {
    const text = '---js\n{ title: (globalThis.wasEvaluated = "yes") }\n---\nbody'
    expect(splitFrontMatter(text).body).toBe(text)
    expect(splitFrontMatter('---\ntitle: !!js/function "function () {}"\n---\nbody').body).toBe('body')
    expect(globalThis).not.toHaveProperty('wasEvaluated')
  })

  it('does not let aliases multiply', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}*l${n}]`)
    const text = ['---', 'title: bomb', 'l0: &l0 [x, x]', ...levels, '---', 'body'].join('\n')
    const started = performance.now()
    const { matter, body, warning } = splitFrontMatter(text)
    expect(performance.now() - started).toBeLessThan(1000)
    expect([matter, body]).toEqual([null, 'body'])
    expect(warning).not.toBeNull()
  })

  it('survives very deep nesting', () => {
    const { matter } = splitFrontMatter(`---\ntitle: ${'['.repeat(20_000)}\n---\nbody`)
    expect(matter?.title ?? null).toBeNull()
  })

  it('does not let a key reach the prototype', () => {
    splitFrontMatter('---\n__proto__:\n  title: polluted\n---\nbody')
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false)
  })

  describe.skipIf(files.length === 0)(
    'files of a front matter parser (skipped where the public data is absent)',
    () => {
      it.each(files)('splits %s without evaluating it', (file) => {
        const text = readFileSync(join(data, file), 'utf8')
        const before = Object.keys(globalThis).length
        const { body } = splitFrontMatter(text)
        expect(text.endsWith(body)).toBe(true)
        expect(Object.keys(globalThis)).toHaveLength(before)
      })
    },
  )
})
