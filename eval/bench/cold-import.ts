import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The clock runs around `require` alone: what node itself takes to start is in no number. */
const probe = `const start = [process.hrtime.bigint(), process.cpuUsage()]
require(process.argv[1])
const [ns, { user, system }] = [process.hrtime.bigint() - start[0], process.cpuUsage(start[1])]
process.stdout.write('\\n' + JSON.stringify({ ms: Number(ns) / 1e6, cpuMs: (user + system) / 1e3 }))
process.exit()`

/** `cpuMs`: of all threads. On a machine that is busy with other things, waiting is in `ms` alone. */
export type ImportTime = { readonly ms: number; readonly cpuMs: number }

/** What every function is given here: enough to be made while it loads, as on Lambda; nothing is connected to. */
const environment = {
  AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  LEDGER_TABLE: 'ledger',
  DOCUMENTS_TABLE: 'documents',
  PYRAG_BASE_URL: 'http://127.0.0.1:9',
  ORIGINALS_URL: 's3://originals',
  INGEST_QUEUE_URL: 'http://127.0.0.1:9/queue',
  DIAGNOSIS_WORKFLOW: 'arn:aws:states:us-east-1:000000000000:stateMachine:diagnosis',
}

/** What a fresh process takes to load a bundle. @throws Error with what it said when it cannot */
export async function timeImport(file: string): Promise<ImportTime> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', probe, file], { env: environment })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}
