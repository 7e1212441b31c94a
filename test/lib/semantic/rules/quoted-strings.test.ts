import { describe, expect, test } from 'vitest'
import { quotedStrings } from '../../../../lib/semantic/rules/quoted-strings.ts'
import { faultsOf } from '../faults-of.ts'

const reports: readonly [quotes: string, statement: string, evidence: string, words: string[]][] = [
  ['ASCII', 'The log says "too many files".', 'The log says too many connections.', ['too many files']],
  ['typographic', 'The log says “too many files”.', 'The log says too many connections.', ['too many files']],
  ['single', "The log says 'too many files'.", 'The log says too many connections.', ['too many files']],
  ['backticks', 'Run `kubectl delete pod`.', 'Run kubectl get pod.', ['kubectl delete pod']],
  ['Chinese corner', '日志显示「文件过多」。', '日志显示连接过多。', ['文件过多']],
  ['Chinese double corner', '日志显示『文件过多』。', '日志显示连接过多。', ['文件过多']],
  ['Chinese curly', '日志显示“文件过多”。', '日志显示连接过多。', ['文件过多']],
  [
    'one part of a quotation with an ellipsis',
    'It says "too many ... files".',
    'It says too many open sockets.',
    ['too many ... files'],
  ],
]
/** The quote is a piece of a word: of the first it is the beginning, of the last the end. */
const cut: readonly [statement: string, evidence: string][] = [
  ['The log says "conn" often.', 'The log says connection often.'],
  ['The log says "refused conn" often.', 'The log says refused connections often.'],
  ['The log says "out of" often.', 'The log says timeout of the gateway.'],
  ['Look for `cart_1` there.', 'Look for cart_12 there.'],
]
const silent: readonly [why: string, statement: string, evidence: string][] = [
  ['a literal quotation', 'The log says "too many open files".', 'Look for Too many open files in the log.'],
  ['other white space and punctuation at the end', 'It says "too many open files."', 'It says: too many\nopen   files'],
  ['both parts around an ellipsis', 'It says "too many ... files".', 'It says too many open files.'],
  ['apostrophes', "The node's disk isn't full, and the pod's is not.", 'The disk is not full.'],
  ['a quotation over two sentences', 'It says "Stop. Then start again".', 'It says: Stop. Then start again'],
  ['the same word with an ending', 'It says "time out" and "request" there.', 'Requests time outs there.'],
  ['a word that is first cut and then whole', 'It says "conn" there.', 'A connection, or conn for short.'],
  ['a Chinese quotation within a clause', '日志显示「连接过」。', '日志中出现连接过多。'],
  ['a literal Chinese quotation', '日志显示「连接过多」。', '日志中出现连接过多。'],
]

describe('quoted strings', () => {
  test.each(cut)('reports one that cuts a word: %s', (statement, evidence) => {
    expect(faultsOf(quotedStrings, statement, evidence)).toHaveLength(1)
  })
  test.each(reports)('reports one in %s quotes', (_, statement, evidence, words) => {
    expect(faultsOf(quotedStrings, statement, evidence)).toEqual(words)
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(quotedStrings, statement, evidence)).toEqual([])
  })
})
