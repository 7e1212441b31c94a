import { describe, expect, test } from 'vitest'
import { semanticJudgement } from '../../../lib/contract/semantic.ts'
import { semanticLimits } from '../../../lib/semantic/semantic-limits.ts'
import { judgeTexts as judge } from './judge-texts.ts'

const runbook =
  'The gateway returns 504 when the upstream does not answer within 60 seconds. Check the upstream pool first: ' +
  'its size is 50 connections. Restart the pod only when the pool is exhausted.'
const chinese = '上游在60秒内没有响应时,网关返回504。先检查上游连接池,其大小为50个连接。连接池耗尽时才重启服务。'

test('says beside a figure that is not there when the statement is in another language than its evidence', () => {
  const evidence = "Clients wait for exactly the gateway's read limit (60 s by default) before they see the error."
  const judged = judge('客户端要等到网关的读取上限（默认 60 秒）才看到错误。', evidence)
  expect(judged.verdict).toBe('UNSUPPORTED')
  expect(judged.reason).toContain('not in the same language')
})

test('takes "after X" for what the evidence says as "X before"', () => {
  const evidence = 'The limit of 60 s passes before clients see the error.'
  expect(judge('Clients see the error after the limit of 60 s passes.', evidence).verdict).toBe('SUPPORTED')
})

describe('judgeSubject', () => {
  test.each([
    ['The pool of the upstream has a size of 50 connections.', runbook],
    ['The gateway returns 504 when the upstream does not answer within 1 minute.', runbook],
    ['上游连接池的大小为50个连接。', chinese],
    ['上游在1分钟内没有响应时,网关返回504。', chinese],
  ])('passes %j', (text, evidence) => {
    expect(judge(text, evidence)).toMatchObject({ verdict: 'SUPPORTED', rule: 'consistent', words: [] })
  })

  test.each([
    ['The pool of the upstream has a size of 80 connections.', runbook, 'figures', ['80']],
    ['Raise max_conns: the upstream pool size is 50 connections.', runbook, 'identifiers', ['max_conns']],
    [
      'The runbook says "restart everything" of the upstream pool size.',
      runbook,
      'quoted-strings',
      ['restart everything'],
    ],
    ['The gateway returns 504 when the upstream does answer within 60 seconds.', runbook, 'polarity', ['not']],
    ['The upstream of Envoy pools 50 connections.', runbook, 'names', ['Envoy']],
    [
      'Auditors praised our documentation culture.',
      runbook,
      'coverage',
      ['Auditors', 'praised', 'documentation', 'culture'],
    ],
    ['上游连接池的大小为80个连接。', chinese, 'figures', ['80个']],
    ['上游在60秒内响应时,网关返回504。', chinese, 'polarity', ['没有']],
  ])('stops %j', (text, evidence, rule, words) => {
    expect(judge(text, evidence)).toMatchObject({ verdict: 'UNSUPPORTED', rule, words })
  })

  test('calls a reserve that was dropped OVERSTATED', () => {
    const judged = judge(
      'A full disk is always the cause of slow queries.',
      'A full disk may be the cause of slow queries.',
    )
    expect(judged).toMatchObject({ verdict: 'OVERSTATED', rule: 'strength', words: ['always'] })
  })

  test('names the words of every rule that reports, the first one deciding', () => {
    const judged = judge('The pool_max of the upstream pool is 80 connections.', runbook)
    expect(judged).toMatchObject({ rule: 'figures', words: ['80', 'pool_max'] })
  })

  test('names at most 20 words, each of at most 80 characters, and fixed reasons', () => {
    const many = Array.from({ length: 60 }, (_, i) => `key_${i}_${'x'.repeat(100)}`).join(' ')
    const judged = judge(many, runbook)
    expect(judged.words).toHaveLength(20)
    expect(Math.max(...judged.words.map((word) => word.length))).toBe(80)
    expect(judged.reason).not.toContain('key_')
    expect(semanticJudgement.parse(judged)).toEqual(judged)
  })

  describe('what it can not evaluate is UNKNOWN', () => {
    test.each([
      ['no evidence', 'The pool is full.', []],
      ['evidence of nothing but punctuation', 'The pool is full.', ['--- \n ***']],
      ['a statement without content', 'It is what it is.', [runbook]],
      ['an empty statement', '', [runbook]],
      ['a Chinese statement on English evidence', '连接池已经耗尽。', ['The pool is exhausted.']],
      ['an English statement on Chinese evidence', 'The pool is exhausted.', ['连接池已经耗尽。']],
    ])('%s', (_, text, excerpts) => {
      expect(judge(text, ...excerpts)).toMatchObject({ verdict: 'UNKNOWN', rule: 'nothing-to-compare' })
    })

    const long = (char: string, length: number) => char.repeat(length)
    test.each([
      ['a statement over its limit', `The pool is full. ${long('a', semanticLimits.statementChars)}`, runbook],
      [
        'evidence over its limit',
        'The pool is full.',
        `The pool is full. ${long('a ', semanticLimits.evidenceChars / 2)}`,
      ],
      [
        'evidence that is over its limit once unfolded',
        'The pool is full.',
        `The pool is full. ${long('\ufdfa', 60_000)}`,
      ],
      ['too many sentences', 'Pool full. '.repeat(semanticLimits.sentences + 1), 'Pool full.'],
      ['too many quoted strings', 'The "pool" is full '.repeat(semanticLimits.quotedStrings + 1), 'The pool is full'],
      ['too many figures', '7 '.repeat(semanticLimits.details + 1), '7'],
    ])('%s', (_, text, evidence) => {
      expect(judge(text, evidence)).toMatchObject({ verdict: 'UNKNOWN', rule: 'limit' })
    })
  })

  test('a wrong figure is reported even over evidence in another language', () => {
    expect(judge('网关在80秒后超时。', 'The gateway times out after 60 s.').verdict).toBe('UNSUPPORTED')
  })
})

describe('evidence of 1, 10 and 50 KB with a wrong figure in the last sentence (P47)', () => {
  const filler = 'Look at the dashboard of the gateway. Compare it with last week. Then read the log of the upstream. '
  const sizes = [1000, 10_000, 50_000]
  const begin =
    'The gateway returns 504 when the upstream does not answer within 60 seconds. Check the upstream pool first. '
  const grown = (size: number) => `${filler.repeat(Math.ceil(size / filler.length)).slice(0, size)}\n${runbook}`

  test.each(sizes)('stops it at %d characters', (size) => {
    const judged = judge(`${begin}Its size is 80 connections.`, grown(size))
    expect(judged).toMatchObject({ verdict: 'UNSUPPORTED', rule: 'figures', words: ['80'] })
  })
  test.each(sizes)('stops it at %d characters that have the figure elsewhere', (size) => {
    const judged = judge(`${begin}Its size is 80 connections.`, `${grown(size)}\nLunch costs 80 crowns on Mondays.`)
    expect(judged).toMatchObject({ verdict: 'UNSUPPORTED', rule: 'figures', words: ['80'] })
  })
  test.each(sizes)('passes the right figure at %d characters', (size) => {
    expect(judge(`${begin}Its size is 50 connections.`, grown(size)).verdict).toBe('SUPPORTED')
  })
})
