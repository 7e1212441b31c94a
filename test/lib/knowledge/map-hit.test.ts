import { describe, expect, it } from 'vitest'
import { mapHit } from '../../../lib/knowledge/map-hit.ts'
import { gatewayHit, hitWith } from './py-rag/search-reply-builder.ts'

function map(raw: unknown, rank = 1) {
  const warnings: string[] = []
  const mapped = mapHit(raw, rank, (sentence) => warnings.push(sentence))
  return { mapped, warnings, hit: mapped.kind === 'hit' ? mapped.hit : null }
}

describe('a hit that keeps the contract', () => {
  it('becomes a KnowledgeHit field by field, without a warning', () => {
    const { hit, warnings } = map(gatewayHit, 3)
    expect(hit).toEqual({
      evidenceKey: 'gateway-timeout-md-34223174#chunk-1',
      docId: 'gateway-timeout-md-34223174',
      documentId: 'gateway-timeout-md-34223174',
      chunkIndex: 1,
      content: 'First check the upstream configuration ...',
      rawScore: 0.9147,
      score: 0.9147,
      scoreLabel: 'RERANK',
      originalRank: 3,
      source: 'gateway-timeout-md',
      title: 'Gateway timeouts',
      breadcrumb: 'Gateway timeouts > Steps',
    })
    expect(warnings).toEqual([])
  })

  it('may have fields that nobody knows', () => {
    expect(map(hitWith({ document_metadata: null, vector: [1, 2] })).warnings).toEqual([])
  })

  it('has its last #chunk- read as the chunk', () => {
    const { hit } = map(hitWith({ evidence_key: 'a#chunk-1#chunk-02' }))
    expect(hit).toMatchObject({ evidenceKey: 'a#chunk-1#chunk-02', docId: 'a#chunk-1', chunkIndex: 2 })
  })

  it.each(['plain', '#chunk-1', 'a#chunk-', 'a#chunk--1', 'a#chunk-1.5', 'a#chunk-1#chunk-x'])(
    'takes document_id, and no chunk, when the key %s does not parse',
    (key) => {
      expect(map(hitWith({ evidence_key: key, document_id: 'doc' })).hit).toMatchObject({
        evidenceKey: key,
        docId: 'doc',
        chunkIndex: null,
      })
    },
  )
})

describe('evidence_key', () => {
  it.each([undefined, null, '', ' \n'])('falls back to the id of the hit when it is %j', (key) => {
    const { hit, warnings } = map(hitWith({ evidence_key: key, id: 'v-17' }), 2)
    expect(hit?.evidenceKey).toBe('vector:v-17')
    expect(warnings).toEqual([])
  })

  it('takes a number as the id, 0 too', () => {
    expect(map(hitWith({ evidence_key: null, id: 0 })).hit?.evidenceKey).toBe('vector:0')
  })

  it.each([undefined, null, '', true, {}, []])(
    'falls back to the rank when it and the id are missing (id %j)',
    (id) => {
      expect(map(hitWith({ evidence_key: undefined, id }), 4).hit?.evidenceKey).toBe('rank:4')
    },
  )

  it('keeps document_id as the document of a fallback key', () => {
    expect(map(hitWith({ evidence_key: null }), 4).hit).toMatchObject({
      docId: 'gateway-timeout-md-34223174',
      chunkIndex: null,
    })
  })

  it.each([17, true, {}, []])('of a wrong type (%j) drops the hit with a warning', (key) => {
    const { mapped, warnings } = map(hitWith({ evidence_key: key }), 2)
    expect(mapped).toEqual({ kind: 'malformed' })
    expect(warnings).toEqual([expect.stringMatching(/Hit 2: evidence_key/)])
  })

  it('may have 512 characters, and drops the hit with one more', () => {
    expect(map(hitWith({ evidence_key: '故'.repeat(512) })).mapped.kind).toBe('hit')
    const { mapped, warnings } = map(hitWith({ evidence_key: '故'.repeat(513) }))
    expect(mapped.kind).toBe('malformed')
    expect(warnings).toEqual([expect.stringContaining('evidence_key')])
  })

  it('counts characters, not UTF-16 units', () => {
    expect(map(hitWith({ evidence_key: '𠮷'.repeat(512) })).mapped.kind).toBe('hit')
  })

  it.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b'])(
    'with a control character (%j) drops the hit with a warning',
    (key) => {
      const { mapped, warnings } = map(hitWith({ evidence_key: key }))
      expect(mapped.kind).toBe('malformed')
      expect(warnings).toHaveLength(1)
    },
  )

  it('is held to the same rules when it is made from an id', () => {
    expect(map(hitWith({ evidence_key: null, id: 'a\u0000' })).mapped.kind).toBe('malformed')
    expect(map(hitWith({ evidence_key: null, id: 'x'.repeat(512) })).mapped.kind).toBe('malformed')
  })
})

describe('document_id', () => {
  it.each([undefined, null])('comes from the evidence key when it is %j', (id) => {
    const { hit, warnings } = map(hitWith({ document_id: id }))
    expect(hit?.docId).toBe('gateway-timeout-md-34223174')
    expect(warnings).toEqual([])
  })

  it.each([undefined, null, ''])('is null when it is %j and the key names no document', (id) => {
    expect(map(hitWith({ document_id: id, evidence_key: 'plain' })).hit?.docId).toBeNull()
  })

  it.each([17, [], {}])('of a wrong type (%j) is treated the same, with a warning', (id) => {
    const named = map(hitWith({ document_id: id }))
    expect(named.hit?.docId).toBe('gateway-timeout-md-34223174')
    expect(named.warnings).toEqual([expect.stringContaining('document_id')])
    const unnamed = map(hitWith({ document_id: id, evidence_key: 'plain' }))
    expect(unnamed.hit?.docId).toBeNull()
    expect(unnamed.warnings).toEqual([expect.stringContaining('document_id')])
  })
})

describe('excerpt', () => {
  it.each([undefined, null])('that is %j makes the hit blank, without a warning', (excerpt) => {
    const { mapped, warnings } = map(hitWith({ excerpt }))
    expect(mapped).toEqual({ kind: 'blank' })
    expect(warnings).toEqual([])
  })

  it.each([0, false, {}, ['text']])('of a wrong type (%j) drops the hit with a warning', (excerpt) => {
    const { mapped, warnings } = map(hitWith({ excerpt }), 7)
    expect(mapped).toEqual({ kind: 'malformed' })
    expect(warnings).toEqual([expect.stringMatching(/Hit 7: excerpt/)])
  })

  it('of white space stays: blank ones are dropped and counted by post-processing', () => {
    expect(map(hitWith({ excerpt: ' \n' })).hit?.content).toBe(' \n')
  })
})

describe('quality_score', () => {
  it.each([undefined, null, '0.9', true, {}, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'that is %j counts as 0, with a warning',
    (score) => {
      const { hit, warnings } = map(hitWith({ quality_score: score }), 5)
      expect(hit).toMatchObject({ score: 0, rawScore: null })
      expect(warnings).toEqual([expect.stringMatching(/Hit 5: quality_score/)])
    },
  )

  it('of 1e999 in JSON is infinite, so it counts as 0', () => {
    expect(map(JSON.parse(JSON.stringify(gatewayHit).replace('0.9147', '1e999'))).hit?.score).toBe(0)
  })

  it.each([
    [45, 1],
    [1.0001, 1],
    [-9, 0],
    [-0.0001, 0],
  ])('outside 0 to 1 (%d) is kept as given and clamped to %d, with a warning', (given, clamped) => {
    const { hit, warnings } = map(hitWith({ quality_score: given }))
    expect(hit).toMatchObject({ rawScore: given, score: clamped })
    expect(warnings).toEqual([expect.stringContaining('quality_score')])
  })

  it.each([0, 0.5, 0.75, 1])('of %d is taken as it is, without a warning', (score) => {
    const { hit, warnings } = map(hitWith({ quality_score: score }))
    expect(hit).toMatchObject({ rawScore: score, score })
    expect(warnings).toEqual([])
  })
})

describe.each(['source', 'title', 'breadcrumb'] as const)('%s', (field) => {
  it.each([undefined, null])('is null when it is %j, without a warning', (value) => {
    const { hit, warnings } = map(hitWith({ [field]: value }))
    expect(hit?.[field]).toBeNull()
    expect(warnings).toEqual([])
  })

  it.each([17, false, {}, ['a']])('of a wrong type (%j) is null, with a warning', (value) => {
    const { hit, warnings } = map(hitWith({ [field]: value }), 6)
    expect(hit?.[field]).toBeNull()
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`Hit 6: ${field}`))])
  })
})

it.each([null, 17, 'hit', true, [], [gatewayHit]])('a hit that is no object (%j) is dropped with a warning', (raw) => {
  const { mapped, warnings } = map(raw, 9)
  expect(mapped).toEqual({ kind: 'malformed' })
  expect(warnings).toEqual([expect.stringMatching(/Hit 9/)])
})

it('makes every text well-formed', () => {
  const { hit } = map(
    hitWith({
      evidence_key: 'doc\ud800#chunk-1',
      excerpt: 'a\udc00b',
      source: '\ud83d',
      title: '\ude00',
      breadcrumb: 'x\ud800',
    }),
  )
  expect(hit).toMatchObject({
    evidenceKey: 'doc\ufffd#chunk-1',
    docId: 'doc\ufffd',
    content: 'a\ufffdb',
    source: '\ufffd',
    title: '\ufffd',
    breadcrumb: 'x\ufffd',
  })
  expect(map(hitWith({ evidence_key: 'plain', document_id: 'd\ud800' })).hit?.docId).toBe('d\ufffd')
  expect(map(hitWith({ evidence_key: null, id: 'i\ud800' })).hit?.evidenceKey).toBe('vector:i\ufffd')
})

it('never takes a field of one hit from another', () => {
  map(hitWith({ title: 'first' }), 1)
  expect(map(hitWith({ title: undefined }), 2).hit?.title).toBeNull()
})

it('never repeats content in a warning', () => {
  const secret = 'SECRET'
  const { warnings } = map(
    hitWith({
      document_id: [secret],
      quality_score: secret,
      source: [secret],
      title: [secret],
      breadcrumb: { secret },
    }),
  )
  expect(warnings).toHaveLength(5)
  expect(warnings.join(' ')).not.toContain(secret)
  expect(map(hitWith({ evidence_key: `${secret}\n${secret}` })).warnings.join(' ')).not.toContain(secret)
})
