// npm run eval: every case's recorded answers through the real pipeline, and the verdict as an exit (spec 07, "Commands").
import { runEvaluation } from '../gate/run-evaluation.ts'
import { retrievalEvaluation } from './retrieval-evaluation.ts'

process.exitCode = await runEvaluation(retrievalEvaluation)
