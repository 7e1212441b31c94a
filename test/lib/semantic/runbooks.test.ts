// On real operations documents: what stands there passes word for word, and a changed figure or negation does not.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { foldText } from '../../../lib/semantic/sentences/fold-text.ts'
import { readSentence } from '../../../lib/semantic/sentences/read-sentence.ts'
import { splitSentences } from '../../../lib/semantic/sentences/split-sentences.ts'
import { judgeTexts } from './judge-texts.ts'

const folder = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'runbooks')
const excerptChars = 1200

type Case = { readonly sentence: string; readonly excerpt: string }

/** Whole sentences of the first excerpt of every sixth document. */
function casesOf(language: string): Case[] {
  return globSync(`${language}/**/*.md`, { cwd: folder })
    .toSorted()
    .filter((_, i) => i % 6 === 0)
    .flatMap((file) => {
      const excerpt = readFileSync(join(folder, file), 'utf8').slice(0, excerptChars)
      return splitSentences(foldText(excerpt))
        .slice(1, -1)
        .filter((sentence) => readSentence(sentence).words.length >= 3)
        .map((sentence) => ({ sentence, excerpt }))
    })
}
const verdictOf = (text: string, excerpt: string) => judgeTexts(text, excerpt).verdict

const toggles: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(is|are|can|should|will|must)\b(?! not| only)/, '$1 not'],
    [/\b(is|are|can|should|will|must) not\b/, '$1'],
    [/\bcannot\b/, 'can'],
    [/\bstop(?:ped|s)? (\p{Ll}+)ing\b/u, 'keep $1ing'],
    [/(?<!\bto )\bavoid (\p{Ll}+)ing\b/u, 'try $1ing'],
  ],
  zh: [
    [/可以/, '不可以'],
    [/没有/, '有'],
    [/不会/, '会'],
    [/无法/, '可以'],
    [/不建议|不允许|严禁|禁止/, ''],
  ],
}

describe.skipIf(!existsSync(folder))('real runbooks (skipped where the data is absent)', () => {
  describe.each(['en', 'zh'])('%s', (language) => {
    const cases = existsSync(folder) ? casesOf(language) : []

    test('every sentence passes word for word', () => {
      expect(cases.length).toBeGreaterThan(100)
      expect(cases.filter(({ sentence, excerpt }) => verdictOf(sentence, excerpt) !== 'SUPPORTED')).toEqual([])
    })

    test('a changed figure never passes', () => {
      const changed = cases.flatMap(({ sentence, excerpt }) => {
        const figure = readSentence(sentence).figures.find(({ raw, text }) => text.startsWith(String(raw)))
        if (figure === undefined) return []
        const [before, behind] = [sentence.slice(0, figure.at), sentence.slice(figure.at + String(figure.raw).length)]
        return [{ text: `${before}${figure.raw * 7 + 13}${behind}`, excerpt }]
      })
      expect(changed.length).toBeGreaterThan(10)
      expect(changed.filter(({ text, excerpt }) => verdictOf(text, excerpt) === 'SUPPORTED')).toEqual([])
    })

    test('a toggled negation never passes', () => {
      const toggled = cases.flatMap(({ sentence, excerpt }) =>
        (toggles[language] ?? [])
          .filter(([pattern]) => pattern.test(sentence))
          .map(([pattern, by]) => ({ text: sentence.replace(pattern, by), excerpt })),
      )
      expect(toggled.length).toBeGreaterThan(20)
      expect(toggled.filter(({ text, excerpt }) => verdictOf(text, excerpt) === 'SUPPORTED')).toEqual([])
    })
  })
})
