import { expect, test } from 'vitest'
import { scoreClaim } from '../../../eval/grounding/score-measures.ts'

const evidence = [
  { document_id: 'd', excerpt: 'The upstream pool has 50 connections. Restart the pod when it is exhausted.' },
]
const score = (text: string) => scoreClaim({ text, evidence }) ?? Number.NaN

test('a literal sentence scores above a paraphrase, and that above a wrong figure and an invention', () => {
  const literal = score('The upstream pool has 50 connections.')
  const paraphrase = score('The pool upstream is limited to 50 connections.')
  expect(literal).toBeGreaterThan(paraphrase)
  expect(paraphrase).toBeGreaterThan(score('The pool upstream is limited to 80 connections.'))
  expect(paraphrase).toBeGreaterThan(score('Martians stole every backup tape.'))
})

test('there is no score where there is nothing to compare', () => {
  expect(scoreClaim({ text: 'The pool is full.', evidence: [] })).toBeNull()
  expect(scoreClaim({ text: 'It is what it is.', evidence })).toBeNull()
  expect(scoreClaim({ text: 'a '.repeat(8000), evidence })).toBeNull()
})
