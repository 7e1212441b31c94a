// What becomes of each field of a result of `Retrieve`, by spec 01's table of missing and mistyped fields.
import { describe, expect, it } from 'vitest'
import { knowledgeHit } from '../../../../lib/contract/knowledge-hit.ts'
import { translateRetrieved } from '../../../../lib/knowledge/bedrock-kb/translate-retrieved.ts'
import { mapHit } from '../../../../lib/knowledge/map-hit.ts'
import { attributesWith, resultWith, s3Result } from './retrieve-reply-builder.ts'

function mapped(result: unknown, rank = 1) {
  const warnings: string[] = []
  const outcome = mapHit(translateRetrieved(result), rank, (sentence) => warnings.push(sentence))
  return { outcome: outcome.kind, hit: outcome.kind === 'hit' ? outcome.hit : null, warnings }
}

const s3Document = 'gateway-timeout-md-19bed849d271'
const chunkId = '1%3A0%3AmccQM5EBxA6rr6aO09_T'

describe('a result', () => {
  it('is a hit with the chunk and the document that the engine names', () => {
    const { hit, warnings } = mapped(s3Result, 3)
    expect(hit).toEqual({
      evidenceKey: `${s3Document}#chunk-${chunkId}`,
      docId: s3Document,
      documentId: s3Document,
      chunkIndex: null,
      content: 'First check the upstream configuration ...',
      rawScore: 0.6288845,
      score: 0.6288845,
      scoreLabel: 'RERANK',
      originalRank: 3,
      source: 'Gateway timeout.md',
      title: null,
      breadcrumb: null,
    })
    expect(knowledgeHit.parse(hit)).toEqual(hit)
    expect(warnings).toEqual([])
  })

  it('has title and breadcrumb by its attributes', () => {
    const { hit } = mapped(attributesWith({ title: 'Gateway timeouts', breadcrumb: 'Gateway timeouts > Steps' }))
    expect(hit).toMatchObject({ title: 'Gateway timeouts', breadcrumb: 'Gateway timeouts > Steps' })
  })

  it.each(['title', 'breadcrumb'])('whose attribute %s is no text has none, with a warning', (name) => {
    const { hit, warnings } = mapped(attributesWith({ [name]: ['a'] }))
    expect(hit).toMatchObject({ [name]: null })
    expect(warnings).toEqual([expect.stringContaining(name)])
  })

  it.each([null, 5, 'text', [], [s3Result]])('that is %j is dropped, with a warning', (result) => {
    expect(mapped(result)).toMatchObject({ outcome: 'malformed', warnings: [expect.stringContaining('dropped')] })
  })
})

describe('the text', () => {
  it.each([undefined, null, {}, { text: null }, { type: 'TEXT' }])(
    'that is missing (%j) makes a blank result',
    (content) => {
      expect(mapped(resultWith({ content }))).toMatchObject({ outcome: 'blank', warnings: [] })
    },
  )

  it.each([
    ['a number', { text: 5 }],
    ['a content that is a text itself', 'text'],
    ['a content that is a list', ['text']],
    ['an image', { type: 'IMAGE', byteContent: 'data:image/png;base64,AAAA' }],
    ['a row of a database', { type: 'ROW', row: [{ columnName: 'a', columnValue: 'b', type: 'STRING' }] }],
  ])('is not read out of %s: the result is dropped, with a warning', (_, content) => {
    expect(mapped(resultWith({ content }))).toMatchObject({
      outcome: 'malformed',
      warnings: [expect.stringContaining('excerpt')],
    })
  })

  it('beside an image is the text', () => {
    const content = { type: 'IMAGE', text: 'What the picture says.', byteContent: 'data:image/png;base64,AAAA' }
    expect(mapped(resultWith({ content })).hit?.content).toBe('What the picture says.')
  })
})

describe('the score', () => {
  it.each([undefined, null, '0.9', true, Number.NaN, Number.POSITIVE_INFINITY])(
    '%j counts as 0, with a warning',
    (score) => {
      const { hit, warnings } = mapped(resultWith({ score }))
      expect(hit).toMatchObject({ rawScore: null, score: 0 })
      expect(warnings).toEqual([expect.stringContaining('score')])
    },
  )

  it('outside 0 to 1 counts as the nearest of them, with a warning, and is kept for the audit', () => {
    expect(mapped(resultWith({ score: 1.7 }))).toMatchObject({
      hit: { rawScore: 1.7, score: 1 },
      warnings: [expect.stringContaining('outside')],
    })
  })
})

describe('the document', () => {
  const custom = { type: 'CUSTOM', customDocumentLocation: { id: 'runbook-7' } }
  const bare = { 'x-amz-bedrock-kb-chunk-id': 'c' }

  it('of a data source of one’s own has the id that it was given there', () => {
    expect(mapped(resultWith({ location: custom, metadata: bare })).hit).toMatchObject({
      evidenceKey: 'runbook-7#chunk-c',
      docId: 'runbook-7',
      source: 'runbook-7',
    })
  })

  it.each([
    ['webLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
    ['confluenceLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
    ['salesforceLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
    ['sharePointLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
    ['kendraDocumentLocation', { uri: 'https://wiki.example.com/a/Cooling.html' }],
    ['oneDriveLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
    ['googleDriveLocation', { url: 'https://wiki.example.com/a/Cooling.html' }],
  ])('is called by its address in %s', (kind, place) => {
    const { hit } = mapped(resultWith({ location: { type: 'X', [kind]: place }, metadata: bare }))
    expect(hit).toMatchObject({ docId: expect.stringMatching(/^cooling-html-[0-9a-f]{12}$/), source: 'Cooling.html' })
  })

  it('without a location is called by the address among its attributes', () => {
    expect(mapped(resultWith({ location: undefined })).hit).toMatchObject({
      docId: s3Document,
      source: 'Gateway timeout.md',
    })
  })

  it.each([
    { type: 'S3' },
    [],
    'S3',
    { s3Location: 's3://b/k' },
    { s3Location: { uri: 5 } },
    { s3Location: { uri: ' ' } },
  ])('with a location that says nothing (%j) is, too', (location) => {
    expect(mapped(resultWith({ location })).hit?.docId).toBe(s3Document)
  })

  it('has the id of our own that its attributes say, so that a withdrawal finds it', () => {
    expect(mapped(attributesWith({ document_id: 'gateway-md-34223174' })).hit).toMatchObject({
      evidenceKey: `gateway-md-34223174#chunk-${chunkId}`,
      docId: 'gateway-md-34223174',
      documentId: 'gateway-md-34223174',
      source: 'Gateway timeout.md',
    })
  })

  it('has the id that the engine gives it, before its address', () => {
    expect(mapped(resultWith({ documentId: 'doc-9' })).hit?.docId).toBe('doc-9')
    expect(mapped({ ...attributesWith({ document_id: 'ours' }), documentId: 'doc-9' }).hit?.docId).toBe('ours')
  })

  it('that nothing names is none, and the chunk has a key all the same', () => {
    const { hit } = mapped(resultWith({ location: undefined, metadata: bare }))
    expect(hit).toMatchObject({ evidenceKey: 'vector:c', docId: null, documentId: null, source: null })
  })
})

describe('the key of a chunk', () => {
  it('without an id of the engine is a digest of its text: the same each time, another for another text', () => {
    const keyOf = (text: string, rank: number) =>
      mapped({ ...attributesWith({ 'x-amz-bedrock-kb-chunk-id': undefined }), content: { text } }, rank).hit
        ?.evidenceKey
    // printf 'First check the upstream configuration ...' | sha256sum
    expect(keyOf('First check the upstream configuration ...', 1)).toBe(`${s3Document}#chunk-b2255191520cb9f5`)
    expect(keyOf('First check the upstream configuration ...', 9)).toBe(
      keyOf('First check the upstream configuration ...', 1),
    )
    expect(keyOf('Another text.', 1)).not.toBe(keyOf('First check the upstream configuration ...', 1))
  })

  it.each([undefined, null, '', '  '])('with %j as its id is that digest', (id) => {
    expect(mapped(attributesWith({ 'x-amz-bedrock-kb-chunk-id': id })).hit?.evidenceKey).toBe(
      `${s3Document}#chunk-b2255191520cb9f5`,
    )
  })

  it.each([5, {}, ['a']])('with %j as its id is none: the result is dropped, with a warning', (id) => {
    expect(mapped(attributesWith({ 'x-amz-bedrock-kb-chunk-id': id }))).toMatchObject({
      outcome: 'malformed',
      warnings: [expect.stringContaining('evidence_key')],
    })
  })

  it('of two documents with the same chunk id are two', () => {
    const other = resultWith({ location: { type: 'S3', s3Location: { uri: 's3://runbooks/other.md' } } })
    expect(mapped(other).hit?.evidenceKey).not.toBe(mapped(s3Result).hit?.evidenceKey)
  })

  it.each([undefined, null, 'text', []])('of a result whose attributes are %j is made without them', (metadata) => {
    expect(mapped(resultWith({ metadata })).hit?.evidenceKey).toBe(`${s3Document}#chunk-b2255191520cb9f5`)
  })
})
