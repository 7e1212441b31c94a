// How well the engine does on real runbooks that nobody wrote for it. The lines are the acceptance lines of the engine.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerSearch, evidenceFrom } from '../../../../infra/local/knowledge/answer-search.ts'
import { type Collection, createCollection } from '../../../../infra/local/knowledge/collection.ts'
import { readDocument } from '../../../../infra/local/knowledge/reading/read-document.ts'
import { offTopicQuestions } from './off-topic-questions.ts'

const data = join(process.env.EVIDENCE_DATA ?? '../shared/data', 'runbooks')
const folders = /^(en\/prometheus-operator|zh\/kubesphere|zh\/superbizagent)\//

type Golden = { readonly text: string; readonly gold: readonly string[] }
const linesOf = (file: string) => readFileSync(join(data, file), 'utf8').trim().split('\n')

describe.skipIf(!existsSync(data))('162 public runbooks (skipped where the public data is absent)', () => {
  let collection: Collection
  const ids: string[] = []
  const golden: Golden[] = []

  beforeAll(async () => {
    collection = createCollection()
    for (const line of linesOf('manifest.jsonl')) {
      const { id, path } = JSON.parse(line) as { id: string; path: string }
      if (!folders.test(path)) continue
      const bytes = readFileSync(join(data, path))
      const description = { filename: path, category: 'default', kb_scope: null, sha256: '', ingested_at: '' }
      await collection.put({ version: 1, doc_id: id, ...description }, readDocument(bytes, 'markdown'))
      ids.push(id)
    }
    for (const line of linesOf('golden_queries.jsonl')) {
      const query = JSON.parse(line) as Golden
      if (query.gold.some((id) => ids.includes(id))) golden.push(query)
    }
  })

  const search = (query: string) =>
    answerSearch(collection, {
      query,
      mode: 'hybrid',
      retrieve_k: 20,
      return_n: 20,
      max_chunks_per_document: 20,
      category: null,
      kb_scope: null,
    })
  /** The hits that survive the product's post-processing: two of a document, five in all. */
  const survivors = (query: string) => {
    const counts = new Map<string, number>()
    return search(query)
      .hits.filter(({ document_id: id }) => {
        counts.set(id, (counts.get(id) ?? 0) + 1)
        return (counts.get(id) ?? 0) <= 2
      })
      .slice(0, 5)
  }

  it('are all there', () => {
    expect(ids).toHaveLength(162)
    expect(golden.length).toBeGreaterThan(90)
  })

  it('hold the runbook of at least 92 % of the alerts within the hits that the product keeps', () => {
    const found = golden.filter(({ text, gold }) => survivors(text).some((hit) => gold.includes(hit.document_id)))
    expect(found.length / golden.length).toBeGreaterThanOrEqual(0.92)
  })

  it('are right in at least 85 % of the first hits that are called PRECISE', () => {
    const precise = golden
      .map(({ text, gold }) => ({ gold, first: search(text).hits[0] }))
      .filter(({ first }) => first?.relevance_level === 'PRECISE')
    const right = precise.filter(({ first, gold }) => gold.includes(first?.document_id ?? ''))
    expect(precise.length).toBeGreaterThan(40)
    expect(right.length / precise.length).toBeGreaterThanOrEqual(0.85)
  })

  it.each([
    ['DaemonSet 更新卡住，一直在等待 Pod 替换', 'KubeDaemonSetRolloutStuck'],
    ['持久卷的 inode 快要用完了怎么办', 'KubePersistentVolumeInodesFillingUp'],
    ['APIServer 请求错误率高会有什么影响', 'KubeAPIErrorBudgetBurn'],
    ['CPU 使用率超过 80% 该怎么排查', 'cpu_high_usage'],
    ['日志文件太大把磁盘占满了', 'disk_high_usage'],
    ['内存泄漏导致频繁 Full GC', 'memory_high_usage'],
    ['服务响应时间过长，数据库慢查询怎么处理', 'slow_response'],
    ['数据库连接失败导致服务不可用', 'service_unavailable'],
    ['客户端证书快过期了', 'KubeClientCertificateExpiration'],
    ['节点未就绪是什么原因', 'KubeNodeNotReady'],
  ])('%s finds %s', (query, name) => {
    const [first] = search(query).hits
    expect(first?.document_id).toContain(name)
    expect(first?.excerpt).toMatch(/\p{Script=Han}/u)
  })

  it.each(offTopicQuestions)('%s is no evidence', (query) => {
    expect(search(query)).toMatchObject({ hits: [], evidence_status: 'no_evidence' })
  })

  it('keep off-topic questions well below the line', () => {
    const best = offTopicQuestions.flatMap((query) =>
      collection.search(query, { mode: 'hybrid', most: 1, category: null, kbScope: null }),
    )
    expect(Math.max(...best.map((found) => found.score))).toBeLessThan(evidenceFrom - 0.03)
  })
})
