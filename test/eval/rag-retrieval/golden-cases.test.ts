// What the cases expect, held against the documents as a reader would: no engine is asked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type GoldenCase, goldenCases } from '../../../eval/rag-retrieval/golden-case.ts'
import { defaultProjectionLimits } from '../../../lib/contract/limits.ts'
import { categoryFor } from '../../../lib/evidence/plan-attempts.ts'
import { projectView } from '../../../lib/evidence/project-view.ts'
import { languageOf, readSeedTexts, type SeedText } from './seed-texts.ts'

const root = join(import.meta.dirname, '../../..')
const documents = readSeedTexts(join(root, 'eval/rag-retrieval/seed-docs'))
const golden = goldenCases.parse(
  JSON.parse(readFileSync(join(root, 'eval/rag-retrieval/cases/golden-cases.json'), 'utf8')),
)
const { cases, categoryPolicy } = golden

const answerKinds = ['direct', 'paraphrase', 'symptom', 'identifier', 'command', 'figure', 'cross-language']
const shapeKinds = ['several-chunks', 'multi-source', 'absent', 'decoy', 'truncating', 'filtered', 'fallback']
const kinds = [...answerKinds, ...shapeKinds]
const tagged = (kind: string) => cases.filter(({ tags }) => tags.includes(kind))
const answerable = cases.filter(({ expectedSources }) => expectedSources.length > 0)
const sourcesOf = ({ expectedSources }: GoldenCase) => documents.filter(({ file }) => expectedSources.includes(file))
const filterOf = ({ category, query }: GoldenCase) => category ?? categoryFor(query, categoryPolicy)
/** Documents that answer nothing: their front matter is about something else than their text. */
const decoys = documents.filter(({ file }) => !cases.some(({ expectedSources }) => expectedSources.includes(file)))
const tagsOf = ({ matter }: SeedText) => (Array.isArray(matter.tags) ? matter.tags.map(String) : [])
const idsOf = (found: readonly GoldenCase[]) => found.map(({ id }) => id)

describe('golden cases', () => {
  test('are at least 44, with a language each that is in the id, the tags and the query', () => {
    expect(cases.length).toBeGreaterThanOrEqual(44)
    const odd = cases.filter(({ id, query, tags }) => {
      const language = /\p{Script=Han}/u.test(query) ? 'zh' : 'en'
      return tags[0] !== language || !id.startsWith(`${language}-`)
    })
    expect(idsOf(odd)).toEqual([])
  })

  test('ask each question once', () => {
    expect(new Set(cases.map(({ query }) => query)).size).toBe(cases.length)
  })

  test.each(kinds)('of the kind %s are there in English and in Chinese', (kind) => {
    expect(new Set(tagged(kind).map(({ tags }) => tags[0]))).toEqual(new Set(['en', 'zh']))
  })

  test('are all of a known kind', () => {
    expect(idsOf(cases.filter(({ tags }) => !tags.slice(1).some((tag) => kinds.includes(tag))))).toEqual([])
    expect(cases.flatMap(({ tags }) => tags.slice(1)).filter((tag) => !kinds.includes(tag))).toEqual([])
  })

  test('ask six times and more for what is not there, and three times and more for a fallback', () => {
    expect(tagged('absent').length).toBeGreaterThanOrEqual(6)
    expect(tagged('fallback').length).toBeGreaterThanOrEqual(3)
  })

  test.each(answerable)('$id names documents that exist, and puts one of them first', (it) => {
    expect(sourcesOf(it).map(({ file }) => file)).toEqual([...it.expectedSources].sort())
    expect(it.expectedSources).toContain(it.expectedRerankTopSource)
  })

  test.each(answerable)('$id names sections that exist, of each of its documents', (it) => {
    for (const breadcrumb of it.expectedBreadcrumbs) {
      expect(sourcesOf(it).some(({ sections }) => sections.has(breadcrumb))).toBe(true)
    }
    for (const { sections } of sourcesOf(it)) {
      expect(it.expectedBreadcrumbs.some((breadcrumb) => sections.has(breadcrumb))).toBe(true)
    }
  })

  test.each(answerable)('$id has its keywords word for word in the sections that it names', (it) => {
    const named = namedSections(it)
    for (const keyword of it.expectedKeywords) expect(named.some((text) => text.includes(keyword))).toBe(true)
    for (const text of named) expect(it.expectedKeywords.some((keyword) => text.includes(keyword))).toBe(true)
  })
})

describe('cases of a kind', () => {
  test.each(tagged('several-chunks'))('$id asks for two sections of one document', (it) => {
    const counts = sourcesOf(it).map(
      ({ sections }) => it.expectedBreadcrumbs.filter((breadcrumb) => sections.has(breadcrumb)).length,
    )
    expect(Math.max(...counts)).toBe(2)
  })

  test.each(tagged('multi-source'))('$id asks for two documents', ({ expectedSources }) =>
    expect(expectedSources.length).toBeGreaterThanOrEqual(2),
  )

  test.each(tagged('identifier'))('$id asks with a word for word identifier of its section', (it) => {
    const words = it.query.match(/[A-Za-z0-9_.-]{4,}/g) ?? []
    const identifiers = words.filter((word) => /^.+[A-Z_\d-]/.test(word))
    expect(namedSections(it).some((text) => identifiers.some((word) => text.includes(word)))).toBe(true)
  })

  test.each(tagged('command'))('$id expects something that stands in code', (it) => {
    const code = namedSections(it).flatMap((text) => text.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? [])
    expect(it.expectedKeywords.some((keyword) => code.some((text) => text.includes(keyword)))).toBe(true)
  })

  test.each(tagged('figure'))('$id expects a figure', ({ expectedKeywords }) =>
    expect(expectedKeywords.some((keyword) => /\d|[一二三四五六七八九十百]/.test(keyword))).toBe(true),
  )

  test.each(tagged('cross-language'))('$id asks in one language for a document in the other', (it) => {
    for (const { language } of sourcesOf(it)) expect(it.tags[0]).not.toBe(language)
  })

  test.each(tagged('absent'))('$id expects nothing', ({ expectedEvidenceStatus }) =>
    expect(expectedEvidenceStatus).toBe('NO_EVIDENCE'),
  )

  test('expect something whenever they are not tagged as absent', () => {
    expect(idsOf(cases.filter(({ tags }) => !tags.includes('absent')))).toEqual(idsOf(answerable))
  })

  test('of a decoy ask for what a front matter speaks of and its text does not; all other documents answer a case', () => {
    expect(decoys.map(({ language }) => language).sort()).toEqual(['en', 'zh'])
    for (const decoy of decoys) {
      expect(tagsOf(decoy).filter((tag) => holds(decoy.body, tag))).toEqual([])
      const asked = tagged('decoy').filter(({ query }) => tagsOf(decoy).filter((tag) => holds(query, tag)).length >= 3)
      expect(asked.length).toBeGreaterThanOrEqual(1)
    }
  })

  test.each(tagged('truncating'))('$id is more than a view may hold', (it) => {
    const neighbours = documents.filter(({ matter }) =>
      sourcesOf(it).some((found) => found.matter.category === matter.category),
    )
    const view = projectView(
      { toolCallId: 'c1', query: it.query, relevanceLevel: null, items: smallestItems(neighbours, 5) },
      defaultProjectionLimits,
    )
    expect(view.view.truncated).toBe(true)
  })
})

describe('the category policy', () => {
  test('filters exactly the cases that expect a filtered attempt, or its retry', () => {
    const filtered = cases.filter((it) => filterOf(it) !== null)
    expect(idsOf(filtered)).toEqual(idsOf(cases.filter((it) => !it.expectedAttempts.includes('UNFILTERED_VECTOR'))))
    expect(new Set(idsOf(filtered))).toEqual(new Set(idsOf([...tagged('filtered'), ...tagged('fallback')])))
  })

  test.each(tagged('filtered'))('$id finds its documents in the category that it is given', (it) => {
    expect(it.expectedAttempts).toEqual(['FILTERED_VECTOR'])
    for (const { matter } of sourcesOf(it)) expect(matter.category).toBe(filterOf(it))
  })

  test.each(tagged('fallback'))('$id has its answer outside of the category that it is given', (it) => {
    expect(it.expectedAttempts).toEqual(['UNFILTERED_VECTOR_RETRY'])
    for (const { matter } of sourcesOf(it)) expect(matter.category).not.toBe(filterOf(it))
    const empty = !documents.some(({ matter }) => matter.category === filterOf(it))
    const either = ['filtered_vector_low_quality', 'filtered_vector_no_evidence']
    expect(it.expectedFallbackReasons).toEqual(empty ? ['filtered_vector_no_evidence'] : either)
  })

  test('has a case whose category holds no document, and one whose category the case itself names', () => {
    const held = new Set(documents.map(({ matter }) => matter.category))
    expect(tagged('fallback').some((it) => !held.has(filterOf(it)))).toBe(true)
    expect(tagged('fallback').some(({ category }) => category !== undefined)).toBe(true)
  })
})

/** Texts of the sections that a case names. */
function namedSections(it: GoldenCase): string[] {
  return sourcesOf(it).flatMap(({ sections }) =>
    it.expectedBreadcrumbs.flatMap((breadcrumb) => sections.get(breadcrumb) ?? []),
  )
}

function holds(text: string, word: string): boolean {
  return languageOf(word) === 'zh' ? text.includes(word) : new RegExp(`\\b${word}`, 'i').test(text)
}

/** The shortest sections of `from` as a view's items: whatever a search brings of these, it is no less. */
function smallestItems(from: readonly SeedText[], count: number) {
  return from
    .flatMap(({ file, matter, sections }) =>
      [...sections]
        .filter(([breadcrumb]) => breadcrumb !== matter.breadcrumb)
        .map(([breadcrumb, excerpt]) => ({
          document_id: `${file}#${breadcrumb}`,
          source: file,
          title: String(matter.title),
          breadcrumb,
          excerpt: excerpt.trim(),
        })),
    )
    .sort((a, b) => a.excerpt.length - b.excerpt.length)
    .slice(0, count)
}
