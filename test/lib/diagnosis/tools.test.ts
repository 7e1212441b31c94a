// Spec 06: the two tools, and the grammar of everything citable out of one source (P19).
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { diagnosisDraft } from '../../../lib/contract/draft.ts'
import { parseEvidenceKey, toolCallId } from '../../../lib/contract/ids.ts'
import { citableGrammar } from '../../../lib/diagnosis/citable-grammar.ts'
import { draftJsonSchema } from '../../../lib/diagnosis/draft-json-schema.ts'
import { mintToolCallId } from '../../../lib/diagnosis/mint-tool-call-id.ts'
import { diagnosisTools } from '../../../lib/diagnosis/tools.ts'

const languages = ['en', 'zh'] as const

describe.each(languages)('in %s', (language) => {
  const grammar = citableGrammar(language)
  const { lookup, submit } = diagnosisTools(language)

  test('the tools are lookup_knowledge and submit_diagnosis', () => {
    expect([lookup.name, submit.name]).toEqual(['lookup_knowledge', 'submit_diagnosis'])
  })

  test('a lookup takes a query of 1 to 1000 characters and nothing else', () => {
    expect(lookup.inputSchema).toMatchObject({
      type: 'object',
      properties: { query: { type: 'string', minLength: 1, maxLength: 1000 } },
      required: ['query'],
      additionalProperties: false,
    })
    expect(lookup.description).toContain('5')
  })

  test('both descriptions hold the whole grammar', () => {
    expect(lookup.description).toContain(grammar)
    expect(submit.description).toContain(grammar)
  })

  test('the grammar names the forms that the guard’s contract accepts', () => {
    // The very pattern of the contract, and the form of the ids that this workflow mints.
    expect(grammar).toContain(String(z.toJSONSchema(toolCallId).pattern))
    expect(grammar).toContain('^c[1-9][0-9]*-[0-9a-f]{4}$')
    expect(mintToolCallId(3, 'any')).toMatch(/^c[1-9][0-9]*-[0-9a-f]{4}$/)
    expect(grammar).toContain('<document>#chunk-<number>')
    const example = /gateway[\w-]*#chunk-\d+/.exec(grammar)?.[0] ?? ''
    expect(parseEvidenceKey(example)).toEqual({ docId: 'gateway-timeout-md-34223174', chunkIndex: 1 })
    expect(toolCallId.safeParse('c1-7f3a').success && grammar.includes('c1-7f3a')).toBe(true)
  })

  test('the grammar ties the kinds to the statuses that they may cite', () => {
    for (const word of ['NORMAL', 'NEGATIVE_OBSERVATION', 'EVIDENCE_FOUND', 'NO_EVIDENCE', 'quotes', 'excerpt']) {
      expect(grammar).toContain(word)
    }
    const line = (kind: string) => grammar.split('\n').find((l) => l.includes(kind)) ?? ''
    expect(line('NEGATIVE_OBSERVATION')).toContain('"NO_EVIDENCE"')
    expect(line(language === 'en' ? 'kind NORMAL' : 'kind 为 NORMAL')).toContain('"EVIDENCE_FOUND"')
  })
})

describe('the JSON Schema of the draft', () => {
  const schema = z.fromJSONSchema(z.record(z.string(), z.json()).parse(draftJsonSchema))
  const draft = {
    analysis: [
      {
        id: 'a1',
        kind: 'NORMAL',
        text: 'It waits.',
        tool_call_ids: ['c1-7f3a'],
        document_ids: ['d#chunk-1'],
        quotes: [{ document_id: 'd#chunk-1', text: 'waits' }],
      },
    ],
    conclusion: { text: 'It waits.', based_on_analysis_ids: ['a1'] },
    action_plan: [{ id: 'p1', text: 'Wait.', based_on_analysis_ids: ['a1'] }],
    limitations: ['One.'],
  }

  test('is what submit_diagnosis takes', () => {
    for (const language of languages) expect(diagnosisTools(language).submit.inputSchema).toBe(draftJsonSchema)
  })

  test('requires limitations and lets the conclusion be an object or null', () => {
    expect(draftJsonSchema.required).toEqual(['analysis', 'conclusion', 'action_plan', 'limitations'])
    for (const conclusion of [draft.conclusion, null]) {
      expect(schema.safeParse({ ...draft, conclusion }).success).toBe(true)
    }
    for (const conclusion of [undefined, 'x', []]) {
      expect(schema.safeParse({ ...draft, conclusion }).success).toBe(false)
    }
    expect(schema.safeParse({ ...draft, limitations: undefined }).success).toBe(false)
  })

  test('lets nothing through that the guard’s schema refuses', () => {
    const [analysis] = draft.analysis
    const broken = [
      { ...draft, extra: 1 },
      { ...draft, analysis: [{ ...analysis, kind: 'OTHER' }] },
      { ...draft, analysis: [{ ...analysis, score: 1 }] },
      { ...draft, analysis: [{ ...analysis, tool_call_ids: 'c1' }] },
      { ...draft, action_plan: undefined },
      { ...draft, limitations: Array.from({ length: 51 }, () => 'x') },
    ]
    for (const value of [draft, ...broken]) {
      expect(schema.safeParse(value).success).toBe(diagnosisDraft.safeParse(value).success)
    }
    expect(schema.safeParse(draft).success).toBe(true)
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(draftJsonSchema))).toEqual(draftJsonSchema)
  })
})
