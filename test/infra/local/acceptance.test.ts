// The product's promise on real input, over HTTP from end to end: 162 public runbooks in, real alert texts and questions out.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { documentView } from '../../../lib/contract/document.ts'
import { lookupAnswer } from '../../../lib/contract/run.ts'
import { guardVerdict } from '../../../lib/contract/verdict.ts'
import { type RunningMain, startMain } from './start-main.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const data = join(root, process.env.EVIDENCE_DATA ?? '../shared/data', 'runbooks')
const collections = ['en/prometheus-operator', 'zh/kubesphere', 'zh/superbizagent']
const present = existsSync(join(data, 'golden_queries.jsonl'))

const golden = z.object({ text: z.string(), gold: z.array(z.string()) })

describe.skipIf(!present)(
  present ? 'real runbooks over HTTP' : 'real runbooks over HTTP (skipped: EVIDENCE_DATA is absent)',
  () => {
    let main: RunningMain
    let folder: string
    /** doc_id by the runbook's id in the golden set (`collection/path`). */
    const docIds = new Map<string, string>()
    let calls = 0

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'evidence-chain-'))
      main = await startMain({ DATA_DIR: folder })
      const files = collections.flatMap((c) => globSync(`${c}/**/*.md`, { cwd: data }))
      expect(files).toHaveLength(162)
      await inLanes(files, 4, async (file) => {
        const body = new FormData()
        body.set('file', new Blob([readFileSync(join(data, file))]), basename(file))
        const reply = await fetch(`${main.url}/api/documents/upload`, { method: 'POST', body })
        expect([201, 200], file).toContain(reply.status)
        docIds.set(file.split('/').slice(1).join('/'), documentView.parse(await reply.json()).doc_id ?? '')
      })
    }, 120_000)
    afterAll(async () => {
      await main.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })

    /** One lookup in a run of its own, so that no budget ends it. */
    const lookUp = async (query: string) => {
      calls += 1
      const run = `${main.url}/api/runs/run-${calls}`
      const reply = await fetch(`${run}/tools/lookup_knowledge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool_call_id: 'c1', query }),
      })
      expect(reply.status).toBe(200)
      return { run, ...lookupAnswer.parse(await reply.json()) }
    }
    const documentsOf = ({ result }: { result: z.infer<typeof lookupAnswer>['result'] }) =>
      new Set(result.evidence.map((item) => item.document_id.replace(/#chunk-\d+$/, '')))

    test('at least 85 % of the golden alert queries have their runbook in the view', async () => {
      const rows = readFileSync(join(data, 'golden_queries.jsonl'), 'utf8').trim().split('\n')
      const queries = rows
        .map((row) => golden.parse(JSON.parse(row)))
        .filter((q) => q.gold.some((id) => docIds.has(id)))
      expect(queries.length).toBeGreaterThan(90)
      let found = 0
      await inLanes(queries, 4, async ({ text, gold }) => {
        const seen = documentsOf(await lookUp(text))
        if (gold.some((id) => seen.has(docIds.get(id) ?? ''))) found += 1
      })
      console.log(`golden alert queries with their runbook in the view: ${found} of ${queries.length}`)
      expect(found / queries.length).toBeGreaterThanOrEqual(0.85)
    }, 120_000)

    test.each(['CPU 使用率过高怎么排查', '磁盘空间不足应该如何处理', '节点文件描述符即将耗尽'])(
      'the Chinese question %s finds Chinese text',
      async (question) => {
        const { result } = await lookUp(question)
        expect(result.evidence_status).toBe('EVIDENCE_FOUND')
        expect(result.evidence[0]?.excerpt).toMatch(/\p{Script=Han}/u)
      },
    )

    test.each([
      'How long should sourdough bread be baked?',
      'Who won the football match last night?',
      '烤蛋糕需要多长时间？',
      '昨晚的足球比赛谁赢了？',
    ])('%s is NO_EVIDENCE', async (question) => {
      const { result } = await lookUp(question)
      expect(result).toMatchObject({ evidence_status: 'NO_EVIDENCE', evidence: [], relevance_level: null })
    })

    test('a draft that quotes what was seen is verified; the same quote with one word changed is not', async () => {
      const { run, result } = await lookUp('etcd cluster members are down')
      const item = result.evidence[0]
      const words = item?.excerpt.split(/\s+/).filter((w) => /^[a-z]{3,}$/.test(w)) ?? []
      const quote = item?.excerpt.split('\n').find((line) => line.includes(words[0] ?? '')) ?? ''
      const check = async (text: string) => {
        const draft = {
          analysis: [
            {
              id: 'a1',
              kind: 'NORMAL',
              text: 'As the runbook says.',
              tool_call_ids: ['c1'],
              document_ids: [item?.document_id],
              quotes: [{ document_id: item?.document_id, text }],
            },
          ],
          conclusion: null,
          action_plan: [],
          limitations: ['Runbooks only.'],
        }
        const headers = { 'content-type': 'application/json' }
        const reply = await fetch(`${run}/evidence-guard`, { method: 'POST', headers, body: JSON.stringify(draft) })
        return guardVerdict.parse(await reply.json())
      }
      expect(await check(quote)).toMatchObject({ verdict: 'PASS', violations: [] })
      const changed = await check(quote.replace(words[0] ?? '', 'zebra'))
      expect(changed.violations.map((v) => v.code)).toEqual(['QUOTE_NOT_IN_EVIDENCE'])
    })
  },
)

async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const open = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = open.shift(); item !== undefined; item = open.shift()) await work(item)
    }),
  )
}
