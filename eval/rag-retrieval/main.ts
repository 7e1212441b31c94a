// npm run eval: every case's recorded answers through the real pipeline, and the verdict as an exit (spec 07, "Commands").
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runEvaluation } from '../gate/run-evaluation.ts'
import { progressBar, progressLines } from '../progress-bar.ts'
import { evaluateAssets } from './evaluate-assets.ts'
import { readAssets } from './read-assets.ts'
import { retrievalRules } from './retrieval-rules.ts'

process.exitCode = await runEvaluation({
  command: 'npm run eval',
  rules: retrievalRules,
  folder: fileURLToPath(new URL('.', import.meta.url)),
  evaluate: (folder) =>
    evaluateAssets(
      readAssets(folder),
      process.stderr.isTTY ? progressBar(process.stderr) : progressLines(process.stderr, 'eval'),
    ),
  reports: (folder) => join(folder, 'reports'),
})
