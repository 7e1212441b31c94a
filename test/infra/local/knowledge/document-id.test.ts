import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentIdOf, sha256Of, slugOf } from '../../../../infra/local/knowledge/document-id.ts'
import { documentId } from '../../../../lib/contract/ids.ts'

describe('document id', () => {
  it('is the slug of the path, a dash and the first 8 hex digits of the content hash', () => {
    const sha256 = `34223174${'0'.repeat(56)}`
    expect(documentIdOf('e2e-gateway-b9c1fa12.md', sha256)).toBe('e2e-gateway-b9c1fa12-md-34223174')
  })

  it('hashes content with SHA-256', () => {
    expect(sha256Of(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('has more digits of the same hash when the short id is taken', () => {
    const sha256 = sha256Of(Buffer.from('abc'))
    expect(documentIdOf('a.md', sha256, { long: true })).toBe(`a-md-${sha256.slice(0, 24)}`)
  })

  it.each([
    ['Gateway Timeout.MD', 'gateway-timeout-md'],
    ['runbooks/网关 超时.md', 'runbooks-网关-超时-md'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a#b?c%d.md', 'a-b-c-d-md'],
    ['🙂.md', 'md'],
    ['🙂', 'document'],
    ['Ｆｕｌｌ.md', 'full-md'],
  ])('reads %j as %j', (path, slug) => {
    expect(slugOf(path)).toBe(slug)
  })

  it('is a valid id of the contract for every name, also a very long one', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 }),
    )
    fc.assert(
      fc.property(name, fc.boolean(), (path, long) => {
        const id = documentIdOf(path, sha256Of(Buffer.from(path)), { long })
        expect(documentId.safeParse(id).success).toBe(true)
        expect(id).not.toMatch(/[%\p{Cc}\p{Cs}]/u)
      }),
    )
  })
})
