import { describe, expect, it } from 'vitest'
import { documentId, possibleDocumentIds } from '../../../../lib/contract/ids.ts'
import { fileNameOf, nameDocument } from '../../../../lib/knowledge/bedrock-kb/name-document.ts'

describe('a document', () => {
  it.each(['gateway-timeout-md-34223174', '手册', 'ref-1.2'])(
    'whose name has the form of an id, such as %s, keeps it',
    (name) => {
      expect(nameDocument(name)).toBe(name)
    },
  )

  it('with an address is called by its file name and twelve digits of a digest of the address', () => {
    // printf 's3://runbooks/network/Gateway timeout.md' | sha256sum
    expect(nameDocument('s3://runbooks/network/Gateway timeout.md')).toBe('gateway-timeout-md-19bed849d271')
  })

  it('has the same id each time, and files of one name in two folders have two', () => {
    const [a, again, b] = ['s3://x/a/README.md', 's3://x/a/README.md', 's3://x/b/README.md'].map(nameDocument)
    expect(again).toBe(a)
    expect(b).not.toBe(a)
    expect(b).toMatch(/^readme-md-[0-9a-f]{12}$/)
  })

  it.each([
    's3://bucket/a b/c#chunk-1.md',
    `s3://bucket/${'long/'.repeat(200)}${'n'.repeat(900)}.md`,
    's3://bucket/手册/故障 手册（第2版）.md',
    's3://bucket/📁',
    's3://bucket/',
    '\\\\server\\share\\file.docx',
    'https://wiki.example.com/pages/%E6%89%8B%E5%86%8C?id=7#top',
    'https://wiki.example.com/%zz',
    '  ',
    '..',
    'a\u0000b',
    '\ud800/\udfff',
    'x'.repeat(301),
  ])('with any address has an id that a path can name, a key can hold and no other document has: %j', (address) => {
    const id = nameDocument(address)
    expect(documentId.parse(id)).toBe(id)
    expect(id.length).toBeLessThanOrEqual(93)
    expect(possibleDocumentIds(`${id}#chunk-1`)).toEqual([id])
    expect(nameDocument(`${address}/x`)).not.toBe(id)
  })

  it('whose file name is not Latin keeps its letters and marks', () => {
    expect(nameDocument('s3://b/故障 手册.md')).toMatch(/^故障-手册-md-[0-9a-f]{12}$/)
    expect(nameDocument('s3://b/हिन्दी.md')).toMatch(/^हिन्दी-md-[0-9a-f]{12}$/)
  })
})

describe('the file name of an address', () => {
  it.each([
    ['s3://bucket/network/Gateway timeout.md', 'Gateway timeout.md'],
    ['s3://bucket/folder/', 'folder'],
    ['https://wiki.example.com/pages/%E6%89%8B%E5%86%8C.html?version=2#top', '手册.html'],
    ['https://wiki.example.com/?id=7', 'wiki.example.com'],
    ['https://wiki.example.com/100%', '100%'],
    ['\\\\server\\share\\report.docx', 'report.docx'],
    ['手册', '手册'],
    ['/', '/'],
  ])('%s is %s', (address, name) => {
    expect(fileNameOf(address)).toBe(name)
  })
})
