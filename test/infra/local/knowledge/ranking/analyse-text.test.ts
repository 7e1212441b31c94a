import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf, unitsOf } from '../../../../../infra/local/knowledge/ranking/analyse-text.ts'

const unitTerms = (text: string) => unitsOf(text).map((unit) => unit.term)

describe('analyse text', () => {
  it('reads an identifier as a whole and as its parts', () => {
    expect(termsOf('KubePodCrashLooping')).toEqual(['kubepodcrashlooping', 'kube', 'pod', 'crash', 'loop'])
    expect(termsOf('kube-state-metrics')).toEqual(['kubestatemetrics', 'kube', 'state', 'metric'])
    expect(termsOf('max_poll_records')).toEqual(['maxpollrecords', 'max', 'poll', 'record'])
    expect(termsOf('HTTPServer')).toEqual(['httpserver', 'http', 'server'])
  })

  it('reads a run as it stands, whatever was read before it', () => {
    expect(termsOf('KubePod')).toEqual(['kubepod', 'kube', 'pod'])
    expect(termsOf('kubepod')).toEqual(['kubepod'])
    expect(termsOf('KubePod')).toEqual(['kubepod', 'kube', 'pod'])
  })

  it('drops stop words and stems the rest', () => {
    expect(unitTerms('How are the consumers lagging')).toEqual(['consum', 'lag'])
    expect(unitTerms('如何处理消息积压呢')).toEqual(['处理', '消息', '积压'])
  })

  it('keeps status codes and versions', () => {
    expect(unitTerms('HTTP 504')).toEqual(['http', '504'])
  })

  it('ignores the placeholders of alert templates', () => {
    expect(
      unitTerms('Pod {{ $labels.namespace }}/{{ $labels.pod}} has {{ printf "%.2f" $value }}% restarts of $labels.job'),
    ).toEqual(['pod', 'restart'])
  })

  it('ignores where a link points to, not what it says', () => {
    expect(unitTerms('[Debugging Pods](https://example.org/some/address)')).toEqual(['debug', 'pod'])
  })

  it('finds Chinese words in running text, and every pair of characters in the index', () => {
    expect(unitTerms('磁盘空间不足')).toEqual(['磁盘', '空间', '不足'])
    expect(termsOf('磁盘空间')).toEqual(['磁盘', '盘空', '空间'])
  })

  it('joins single characters that the segmenter leaves behind', () => {
    expect(unitsOf('数据库')).toEqual([{ term: '数据库', whole: null, pieces: ['数据', '据库'] }])
    expect(unitTerms('写入')).toEqual(['写入'])
  })

  it('separates Chinese from Latin without spaces', () => {
    expect(unitTerms('Pod重启')).toEqual(['pod', '重启'])
  })

  it('reads full-width letters as ordinary ones', () => {
    expect(unitTerms('ＣＰＵ')).toEqual(['cpu'])
  })

  it('reads a word as it looks, whatever invisible characters are in it', () => {
    const seen = unitTerms('kafka lag 消息积压')
    expect(unitTerms('kaf\u200bka l\u00ADag \uFEFF消\u2060息积\u200D压\uFE0F')).toEqual(seen)
    expect(termsOf('kube-\u200bstate')).toEqual(termsOf('kube-state'))
  })

  it('drops runs that are data, not words', () => {
    expect(unitTerms('a'.repeat(65))).toEqual([])
  })

  it('has every term of a query in the index terms of the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const terms = new Set(termsOf(text))
        for (const unit of unitsOf(text)) {
          expect(terms.has(unit.term)).toBe(true)
          for (const piece of unit.pieces) expect(terms.has(piece)).toBe(true)
          if (unit.whole !== null) expect(terms.has(unit.whole)).toBe(true)
        }
      }),
    )
  })
})
