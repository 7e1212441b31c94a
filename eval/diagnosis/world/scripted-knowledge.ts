// A knowledge service that finds what a script tells it to, in py-rag's words.
import * as z from 'zod'
import type { LoopbackServer } from '../../loopback-server.ts'
import { sendJson, startJsonServer } from './json-server.ts'

export type Hit = {
  /** `{document}#chunk-{n}`. */
  readonly key: string
  readonly text: string
  /** 0.9, which is PRECISE, if not given. */
  readonly score?: number | undefined
  readonly title?: string | undefined
  readonly breadcrumb?: string | undefined
}

/** What the service answers: hits, or an HTTP error. `nth`: how often it was asked by now, from 1. */
export type Find = (query: string, nth: number) => readonly Hit[] | { readonly status: number }

/** On any free port; every path is a search. */
export async function startScriptedKnowledge(find: Find): Promise<LoopbackServer> {
  let asked = 0
  return startJsonServer((_path, body, response) => {
    asked += 1
    const found = find(z.object({ query: z.string() }).parse(body).query, asked)
    if ('status' in found) sendJson(response, found.status, { error: { code: 'E_INTERNAL', message: 'scripted' } })
    else sendJson(response, 200, replyOf(found))
  })
}

function replyOf(hits: readonly Hit[]): unknown {
  return {
    query: 'q',
    mode: 'hybrid',
    hits: hits.map(({ key, text, score = 0.9, title = 'Runbook', breadcrumb = 'Runbook > Steps' }) => ({
      evidence_key: key,
      document_id: key.replace(/#chunk-\d+$/, ''),
      source: 'runbook.md',
      title,
      breadcrumb,
      excerpt: text,
      quality_score: score,
    })),
    evidence_status: hits.length > 0 ? 'supported' : 'no_evidence',
    retrieval_trace: { recall_count: hits.length },
  }
}
