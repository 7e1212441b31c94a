// What every engine's adapter keeps (spec 01, "Other engines"): one suite, run by the test file of each adapter.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knowledgeHit } from '../../../lib/contract/knowledge-hit.ts'
import type { KnowledgeQuery, KnowledgeSearchPort } from '../../../lib/knowledge/knowledge-search-port.ts'
import { faultOf } from './fault-of.ts'

export type EngineChunk = {
  readonly docId: string
  readonly chunkIndex: number
  readonly text: string
  /** Absolute, in [0, 1]. */
  readonly score: number
}

/** An adapter in front of an engine that does as it is told from then on. */
export type SearchContractSubject = {
  readonly port: KnowledgeSearchPort
  readonly finds: (chunks: readonly EngineChunk[]) => void
  readonly findsNothing: () => void
  readonly isDown: () => void
  readonly isSilent: () => void
  readonly talksGarbage: () => void
  readonly close: () => Promise<void>
}

const query: KnowledgeQuery = { query: 'gateway timeout', mode: 'hybrid', topK: 20, category: null, kbScope: null }

export function knowledgeSearchContract(engine: string, start: () => Promise<SearchContractSubject>): void {
  describe(`the search port over ${engine}`, () => {
    let subject: SearchContractSubject
    beforeEach(async () => {
      subject = await start()
    })
    afterEach(() => subject.close())
    const search = (ms = 20_000) => subject.port.search(query, { requestId: 'req-1', deadline: Date.now() + ms })

    it("gives hits in the engine's order, whatever their scores", async () => {
      subject.finds([
        { docId: 'b', chunkIndex: 0, text: 'second by score', score: 0.4 },
        { docId: 'a', chunkIndex: 3, text: 'first by score', score: 0.9 },
      ])
      const { hits, evidenceStatus } = await search()
      expect(hits.map((hit) => [hit.originalRank, hit.content])).toEqual([
        [1, 'second by score'],
        [2, 'first by score'],
      ])
      expect(hits.map((hit) => hit.score)).toEqual([0.4, 0.9])
      expect(evidenceStatus).toBe('supported')
    })

    it('gives every hit in the shape of the contract, each chunk under a key of its own', async () => {
      const chunks = [0, 1, 2].map((chunkIndex) => ({ docId: 'a', chunkIndex, text: `text ${chunkIndex}`, score: 0.8 }))
      subject.finds(chunks)
      const { hits } = await search()
      for (const hit of hits) expect(knowledgeHit.parse(hit)).toEqual(hit)
      expect(new Set(hits.map((hit) => hit.evidenceKey)).size).toBe(3)
      expect(hits.map((hit) => hit.docId)).toEqual(['a', 'a', 'a'])
    })

    it('gives the same chunk the same key each time', async () => {
      subject.finds([{ docId: 'a', chunkIndex: 7, text: 'text', score: 0.8 }])
      const [first, second] = [await search(), await search()]
      expect(second.hits.map((hit) => hit.evidenceKey)).toEqual(first.hits.map((hit) => hit.evidenceKey))
    })

    it('gives text as the engine has it', async () => {
      const text = '故障手册（第2版）\n\t"quoted" 📁 𠮷'
      subject.finds([{ docId: '手册', chunkIndex: 0, text, score: 0.8 }])
      expect((await search()).hits[0]?.content).toBe(text)
    })

    it('says honestly that nothing was found', async () => {
      subject.findsNothing()
      expect(await search()).toMatchObject({ hits: [], evidenceStatus: 'no_evidence', contractWarnings: [] })
    })

    it('says that an engine that is down is unavailable, and not that nothing was found', async () => {
      subject.isDown()
      expect((await faultOf(search())).code).toBe('E_KNOWLEDGE_UNAVAILABLE')
    })

    it('ends at the deadline when the engine says nothing', async () => {
      subject.isSilent()
      expect((await faultOf(search(150))).code).toBe('E_KNOWLEDGE_TIMEOUT')
    })

    it('says that an answer nobody can read is a bad response', async () => {
      subject.talksGarbage()
      expect((await faultOf(search())).code).toBe('E_KNOWLEDGE_BAD_RESPONSE')
    })

    it('works again when the engine does', async () => {
      subject.isDown()
      await faultOf(search())
      subject.finds([{ docId: 'a', chunkIndex: 0, text: 'text', score: 0.8 }])
      expect((await search()).hits).toHaveLength(1)
    })
  })
}
