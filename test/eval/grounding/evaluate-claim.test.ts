import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateClaim } from '../../../eval/grounding/evaluate-claim.ts'
import { hostileText } from '../../lib/hostile-text.ts'

const pool = 'The upstream pool has 50 connections. Restart the pod when it is exhausted.'
const evaluate = (claim: string, evidence = [pool]) =>
  evaluateClaim({ id: 'c', set: 's', claim, evidence, label: 'supported', fine: '' })

test('a literal sentence scores above a paraphrase, and that above a wrong figure and an invention', () => {
  const literal = evaluate('The upstream pool has 50 connections.').score
  const paraphrase = evaluate('The pool upstream is limited to 50 connections.').score
  expect(literal).toBeGreaterThan(paraphrase)
  expect(paraphrase).toBeGreaterThan(evaluate('The pool upstream is limited to 80 connections.').score)
  expect(paraphrase).toBeGreaterThan(evaluate('Martians stole every backup tape.').score)
})

test.each([
  ['has no words of content', 'It is what it is.'],
  ['is over the limit', 'a '.repeat(8000)],
])('a claim that %s has no measures and scores 0', (_, claim) => {
  expect(evaluate(claim)).toMatchObject({ verdict: 'UNKNOWN', measures: null, score: 0 })
})

test('names every rule that reports, whichever decides', () => {
  expect(evaluate('The pool_max of the upstream pool is 80 connections.').rules).toEqual(['figures', 'identifiers'])
})

test('whatever the texts, a score is from 0 to 1', () => {
  fc.assert(
    fc.property(hostileText, fc.array(hostileText, { maxLength: 3 }), (claim, evidence) => {
      const { score } = evaluate(claim, evidence)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})
