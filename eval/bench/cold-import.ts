import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const probe = `const start = performance.now(); require(process.argv[1]); process.stdout.write(String(performance.now() - start)); process.exit()`

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

/** Milliseconds that a fresh process takes to load a bundle. @throws Error with what it said when it cannot */
export async function timeImport(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', probe, file], { env: environment })
  return Number(stdout.trim().split('\n').at(-1))
}
