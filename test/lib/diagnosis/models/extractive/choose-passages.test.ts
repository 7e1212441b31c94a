import { describe, expect, test } from 'vitest'
import type { EvidenceItem } from '../../../../../lib/contract/rag-tool-result.ts'
import { choosePassages } from '../../../../../lib/diagnosis/models/extractive/choose-passages.ts'
import { foundPassages } from '../../../../../lib/diagnosis/models/extractive/found-passages.ts'
import { found, item, resultOf } from '../transcript-builder.ts'

const choose = (question: string, ...items: readonly Partial<EvidenceItem>[]) => {
  const all = items.map((part, i) => item({ title: null, breadcrumb: null, document_id: `d${i}#chunk-0`, ...part }))
  return choosePassages(question, foundPassages([resultOf(found('c1-7f3a', all))])).map((passage) => passage.text)
}

describe('the passages that are chosen', () => {
  test('share the words of the question, whatever their endings', () => {
    const chosen = choose('Why does the gateway time out when connections leak?', {
      excerpt: 'Backups run at night. A leaked connection blocks the gateway.',
    })
    expect(chosen[0]).toBe('A leaked connection blocks the gateway.')
  })

  test('share the words of a Chinese question', () => {
    const chosen = choose('网关为什么超时', { excerpt: '备份任务在夜间运行。上游服务变慢以后网关开始超时。' })
    expect(chosen[0]).toBe('上游服务变慢以后网关开始超时。')
  })

  test('weigh a rare word more than one that all passages have', () => {
    const excerpt = 'The gateway logs errors. The gateway serves pages. The gateway drops websockets.'
    expect(choose('gateway websockets', { excerpt })[0]).toBe('The gateway drops websockets.')
  })

  test('are causes before the rest', () => {
    const excerpt = 'The gateway fails on Mondays. The gateway fails because caches expire.'
    expect(choose('gateway fails', { excerpt })[0]).toBe('The gateway fails because caches expire.')
  })

  test('are of the better ranked item where all else is equal', () => {
    const [first] = choose('gateway', { excerpt: 'The gateway fails daily.' }, { excerpt: 'The gateway stops daily.' })
    expect(first).toBe('The gateway fails daily.')
  })

  test('are of the item whose title or heading shares the question’s words, though it stands lower', () => {
    const items = [
      { excerpt: 'Restarts help for a while.' },
      { title: 'Gateway', breadcrumb: 'Gateway > Timeouts', excerpt: 'Waiting helps for a while.' },
    ]
    expect(choose('gateway timeouts', ...items)[0]).toBe('Waiting helps for a while.')
  })

  test('are steps before other sentences, and sentences that stand alone before those that lean on another', () => {
    expect(choose('gateway', { excerpt: 'Gateways fail daily. Restart gateways daily.' })[0]).toBe(
      'Restart gateways daily.',
    )
    expect(choose('gateway', { excerpt: 'This gateway fails daily. Gateways stop daily.' })[0]).toBe(
      'Gateways stop daily.',
    )
  })

  test('come later where a document tells how to take a measure back, unless that was asked', () => {
    const items = [
      { breadcrumb: 'Gateway > Rollback', excerpt: 'Restore the old gateway settings.' },
      { breadcrumb: 'Gateway > Steps', excerpt: 'Restart the old gateway settings.' },
    ]
    expect(choose('gateway settings', ...items)[0]).toBe('Restart the old gateway settings.')
    expect(choose('gateway rollback settings', ...items)[0]).toBe('Restore the old gateway settings.')
  })

  test('are at most two of an item and six in all', () => {
    const excerpt = 'The gateway fails daily. The gateway stops daily. The gateway waits daily.'
    expect(choose('gateway', { excerpt })).toHaveLength(2)
    const many = ['one', 'two', 'three', 'four'].map((n) => ({
      excerpt: `The gateway ${n} fails. The gateway ${n} stops. The gateway ${n} waits.`,
    }))
    expect(choose('gateway', ...many)).toHaveLength(6)
  })

  test('are three where there are as many; more only when they are worth it', () => {
    const items = [
      { excerpt: 'The gateway pool is exhausted.' },
      { excerpt: 'Backups run at night.' },
      { excerpt: 'Mail is sent daily.' },
      { excerpt: 'Logs rotate weekly.' },
    ]
    expect(choose('gateway pool exhausted', ...items)).toHaveLength(3)
  })

  test('say nothing twice', () => {
    expect(choose('gateway', { excerpt: 'The gateway fails daily.' }, { excerpt: 'The Gateway fails daily.' })).toEqual(
      ['The gateway fails daily.'],
    )
  })
})
