// The JSON Schema that models are given is generated from the schema that judges their drafts (spec 04).
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { diagnosisDraft } from '../../../lib/contract/draft.ts'

const schema = z.toJSONSchema(diagnosisDraft, { io: 'input' })

const record = z.record(z.string(), z.unknown())
type Node = z.infer<typeof record>

/** Every object schema within, the outermost first. */
function objectsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const node = record.safeParse(value)
  if (!node.success) return []
  const within = Object.values(node.data).flatMap(objectsIn)
  return node.data.type === 'object' ? [node.data, ...within] : within
}
const objects = objectsIn(schema)
const withField = (field: string) => objects.find((node) => Object.hasOwn(record.parse(node.properties), field))
const propertyOf = (holder: string, field: string) => record.parse(record.parse(withField(holder)?.properties)[field])

describe('the JSON Schema of a draft', () => {
  it('is one closed object of closed objects: an unknown field is a violation', () => {
    expect(objects).toHaveLength(5)
    expect(objects.map((node) => node.additionalProperties)).toEqual([false, false, false, false, false])
  })

  it('names every field of the specification', () => {
    expect(objects.map((node) => Object.keys(record.parse(node.properties)).toSorted()).toSorted()).toEqual(
      [
        ['action_plan', 'analysis', 'conclusion', 'limitations'],
        ['document_ids', 'id', 'kind', 'quotes', 'text', 'tool_call_ids'],
        ['document_id', 'text'],
        ['based_on_analysis_ids', 'text'],
        ['based_on_analysis_ids', 'id', 'text'],
      ].toSorted(),
    )
  })

  it('lets quotes be left out, and no other field of an analysis', () => {
    expect(z.array(z.string()).parse(withField('kind')?.required).toSorted()).toEqual([
      'document_ids',
      'id',
      'kind',
      'text',
      'tool_call_ids',
    ])
  })

  it('types the conclusion as object or null, and requires it', () => {
    const { anyOf } = propertyOf('conclusion', 'conclusion')
    expect(
      z
        .array(record)
        .parse(anyOf)
        .map((node) => node.type),
    ).toEqual(['object', 'null'])
    expect(schema.required).toContain('conclusion')
  })

  it('tells the two kinds', () => {
    expect(propertyOf('kind', 'kind').enum).toEqual(['NORMAL', 'NEGATIVE_OBSERVATION'])
  })

  it('tells the limits: 50 analyses, 50 actions, 20 ids a list, 8,000 characters a text', () => {
    expect(propertyOf('analysis', 'analysis').maxItems).toBe(50)
    expect(propertyOf('analysis', 'action_plan').maxItems).toBe(50)
    expect(propertyOf('kind', 'tool_call_ids').maxItems).toBe(20)
    expect(propertyOf('kind', 'document_ids').maxItems).toBe(20)
    expect(propertyOf('based_on_analysis_ids', 'based_on_analysis_ids').maxItems).toBe(20)
    expect(propertyOf('kind', 'text').maxLength).toBe(8000)
    expect(propertyOf('based_on_analysis_ids', 'text').maxLength).toBe(8000)
  })

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
})
