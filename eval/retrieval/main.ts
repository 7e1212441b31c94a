// npm run eval:retrieval -- [--corpus DIR] [--split NAME] [--engine-url URL] [--run-file F] [--json F]: how well an engine finds
// (spec 07). Without --corpus all collections of EVIDENCE_DATA, the questions that they don't answer included. EMBEDDING_URL and
// EMBEDDING_MODEL turn the embedded engine's dense stage on.
import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { Embedder } from '../../infra/local/knowledge/dense/embedder.ts'
import { createHttpEmbedder } from '../../infra/local/knowledge/dense/http-embedder.ts'
import { embeddingOf, readLocalSettings } from '../../infra/local/local-settings.ts'
import { createPyRagClient } from '../../lib/knowledge/py-rag/py-rag-client.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { dataFolder } from '../data-folder.ts'
import { exitCodes } from '../exit-codes.ts'
import { progressBar, progressLines } from '../progress-bar.ts'
import { openEmbedded } from './embedded-engine.ts'
import { openPyRagEngine } from './py-rag-engine.ts'
import type { OpenEngine } from './retrieval-engine.ts'
import { type RetrievalOrder, runRetrieval } from './run-retrieval.ts'

const usage =
  'Usage: npm run eval:retrieval -- [--corpus DIR] [--split train] [--engine-url URL] [--run-file FILE] [--json FILE]'

const httpUrl = z.url({ protocol: /^https?$/ })

process.exitCode = await main()

async function main(): Promise<number> {
  let asked: { order: RetrievalOrder; open: OpenEngine }
  try {
    asked = readArguments()
  } catch (error) {
    console.error(messageOf(error))
    console.error(usage)
    return exitCodes.usage
  }
  return runRetrieval(asked.order, asked.open, {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    progress: (label) => (process.stderr.isTTY ? progressBar : progressLines)(process.stderr, label),
  })
}

/** @throws Error for an option that is not known, or no address where one is asked for */
function readArguments(): { order: RetrievalOrder; open: OpenEngine } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { corpus: text, split: { ...text, default: 'train' }, 'engine-url': text, 'run-file': text, json: text },
  })
  if (!/^[\w-]+$/.test(values.split)) throw new Error(`--split must be a plain name, not ${values.split}`)
  const url = values['engine-url'] ?? process.env.PYRAG_BASE_URL
  const order = {
    corpus: values.corpus ?? null,
    data: dataFolder(),
    split: values.split,
    runFile: values['run-file'] ?? null,
    jsonFile: values.json ?? null,
  }
  return { order, open: url === undefined || url === '' ? openEmbedded(readEmbedder()) : openRemote(url) }
}

/** The model of the embedded engine's dense stage, as `npm start` would have it. @throws Error that names the variable */
function readEmbedder(): Embedder | null {
  const { EMBEDDING_URL, EMBEDDING_MODEL } = process.env
  const endpoint = embeddingOf(readLocalSettings({ EMBEDDING_URL, EMBEDDING_MODEL }))
  return endpoint === null ? null : createHttpEmbedder({ ...endpoint, now: Date.now })
}

function openRemote(url: string): OpenEngine {
  if (!httpUrl.safeParse(url).success) throw new Error(`not an http or https address: ${url}`)
  const limits = { connectMs: 3000, searchMs: 30_000, ingestMs: 60_000, defaultMs: 10_000 }
  const credential = async () => process.env.PYRAG_TOKEN || null
  return openPyRagEngine(createPyRagClient({ baseUrl: url, limits, credential, now: Date.now }), Date.now)
}
