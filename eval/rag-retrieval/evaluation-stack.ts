// The local stack with nothing in it but the seed documents, in a folder that goes when it stops.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKnowledgeThread } from '../../infra/local/knowledge-thread.ts'
import { startStack } from '../../infra/local/stack.ts'
import { documentView } from '../../lib/contract/document.ts'
import { evaluationScope } from './evaluation-settings.ts'
import type { SeedDocument } from './seed-documents.ts'

export type EvaluationStack = {
  /** Of the API. */
  readonly url: string
  /** Of the knowledge service. */
  readonly knowledgeUrl: string
  readonly close: () => Promise<void>
}

/** Starts it with the search tool asking for the evaluation's scope. No setting of the process's environment reaches it. */
export async function startEvaluationStack(categoryPolicy: Readonly<Record<string, string>>): Promise<EvaluationStack> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-chain-eval-'))
  const started: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const knowledge = await startKnowledgeThread(join(folder, 'knowledge'))
    started.push(knowledge.close)
    const stack = await startStack(
      {
        PORT: 0,
        DATA_DIR: join(folder, 'stack'),
        PYRAG_BASE_URL: knowledge.url,
        DYNAMODB_ENDPOINT: undefined,
        SAMPLES: 'off',
      },
      { KB_SCOPE: evaluationScope, CATEGORY_POLICY: JSON.stringify(categoryPolicy) },
    )
    started.push(stack.close)
    return { url: stack.url, knowledgeUrl: knowledge.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Uploads a seed document as anybody would; its scope travels in its front matter. @throws Error when it is not ingested */
export async function uploadSeed(url: string, { filename, bytes, category }: SeedDocument): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'text/markdown' }), filename)
  if (category !== null) form.set('category', category)
  const reply = await fetch(`${url}/api/documents/upload`, { method: 'POST', body: form })
  const text = await reply.text()
  if (reply.status === 201 && documentView.parse(JSON.parse(text)).ingest_status === 'INGESTED') return
  throw new Error(`${filename} was not ingested: ${reply.status} ${text}`)
}
