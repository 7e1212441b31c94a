import { fileURLToPath } from 'node:url'
import type { Evaluation } from '../gate/run-evaluation.ts'
import { progressBar } from '../progress-bar.ts'
import { evaluateAssets } from './evaluate-assets.ts'
import { readAssets } from './read-assets.ts'
import { retrievalRules } from './retrieval-rules.ts'

/** The evaluation of retrieval and evidence: no network, no model, no AWS (spec 07). */
export const retrievalEvaluation: Evaluation = {
  command: 'npm run eval',
  rules: retrievalRules,
  folder: fileURLToPath(new URL('.', import.meta.url)),
  evaluate: (folder) =>
    evaluateAssets(readAssets(folder), process.stderr.isTTY ? progressBar(process.stderr) : undefined),
}
