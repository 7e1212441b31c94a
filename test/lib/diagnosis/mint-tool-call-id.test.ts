import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolCallId } from '../../../lib/contract/ids.ts'
import { mintedForm, mintToolCallId } from '../../../lib/diagnosis/mint-tool-call-id.ts'

test('an id is the counter and 4 hex digits of the SHA-256 of the run id', () => {
  // printf run-1 | sha256sum; printf '' | sha256sum
  expect(mintToolCallId(1, 'run-1')).toBe('c1-4e65')
  expect(mintToolCallId(12, '')).toBe('c12-e3b0')
})

test('every minted id has the form that prompts show, and is a tool call id of the contract', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.string(), (counter, run) => {
      const id = mintToolCallId(counter, run)
      expect(id).toMatch(mintedForm)
      expect(toolCallId.parse(id)).toBe(id)
    }),
  )
})
