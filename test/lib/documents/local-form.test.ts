import { describe, expect, it } from 'vitest'
import { openLocalForm, writeLocalForm } from '../../../lib/documents/local-form.ts'

const bounds = { key: 'incoming/ref', contentType: 'text/markdown', maxBytes: 100, expiresAt: 1_790_000_000_000 }
const written = writeLocalForm({ ...bounds, filename: '手册.md' }, 'secret')

describe('a local upload form', () => {
  it('lets in what it was written for', () => {
    expect(openLocalForm(written, 'secret')).toEqual(bounds)
  })

  it('does not depend on the order in which its fields come back', () => {
    expect(openLocalForm(Object.fromEntries(Object.entries(written).reverse()), 'secret')).toEqual(bounds)
  })

  it('lets in nothing when a field was changed, added or left out', () => {
    for (const name of Object.keys(written)) {
      const { [name]: _, ...rest } = written
      expect(openLocalForm(rest, 'secret')).toBeNull()
      expect(openLocalForm({ ...written, [name]: 'other' }, 'secret')).toBeNull()
    }
    expect(openLocalForm({ ...written, more: 'x' }, 'secret')).toBeNull()
  })

  it('lets in nothing when it was signed with another key', () => {
    expect(openLocalForm(written, 'other')).toBeNull()
  })
})
