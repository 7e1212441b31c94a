// npm run eval:diagnosis: the deployed workflow over scripted models and the embedded one (spec 07).
import { fileURLToPath } from 'node:url'
import { emulatorIdentity } from '../../infra/local/emulator-identity.ts'
import { runEvaluation } from '../gate/run-evaluation.ts'
import { diagnosisRules } from './diagnosis-rules.ts'
import { evaluateCases } from './evaluate-cases.ts'

Object.assign(process.env, emulatorIdentity, { POWERTOOLS_LOG_LEVEL: 'SILENT' })

process.exitCode = await runEvaluation({
  command: 'npm run eval:diagnosis',
  rules: diagnosisRules,
  folder: fileURLToPath(new URL('.', import.meta.url)),
  evaluate: evaluateCases,
})
