import { afterEach, describe, expect, test } from 'vitest'
import { readCases } from '../../../eval/diagnosis/read-cases.ts'
import { Fault } from '../../../lib/contract/faults.ts'
import { type CaseFolder, caseFolder, someCases } from './case-folder.ts'

let folder: CaseFolder | undefined
afterEach(() => folder?.remove())

const [honest] = someCases('honest').cases
const refused = (cases: unknown): string => {
  folder = caseFolder(cases)
  const { path } = folder
  try {
    readCases(path)
  } catch (error) {
    if (error instanceof Fault && error.code === 'E_VALIDATION') return error.message
  }
  return 'was read'
}

describe('cases that cannot be used', () => {
  test('are named by file, case and place', () => {
    const message = refused([honest, { ...honest, id: 'other', expect: { ...honest?.expect, state: 'DONE' } }])
    expect(message).toContain('some.json')
    expect(message).toContain('other.expect.state')
  })

  test.each([
    ['JSON', '[{', 'some.json'],
    ['a case', [], 'No cases'],
    ['unique', [honest, honest], 'Two cases are called honest'],
    ['strict', [{ ...honest, extra: 1 }], 'extra'],
  ])('because they are not %s', (_, cases, words) => {
    expect(refused(cases)).toContain(words)
  })

  test.each([
    [
      'chunk',
      { knowledge: [{ query: '*', answers: [{ find: { 'no-such-md-1#chunk-1': 0.9 } }] }] },
      'no-such-md-1#chunk-1',
    ],
    ['draft', { model: [{ hand_in: 'no such draft' }] }, 'no such draft'],
    ['draft of the run before', { before: { question: 'Why?', model: [{ hand_in: 'none' }] } }, 'none'],
  ])('because they name a %s that is not there', (_, change, words) => {
    expect(refused([{ ...honest, ...change }])).toContain(words)
  })

  test('because a file is missing', () => {
    expect(() => readCases('/no/such/folder')).toThrow(Fault)
  })
})
