// One bundle in a process of its own, as Lambda runs it: loaded once, then called with one event after another. What it says
// while it loads is what Lambda would put into its log.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { LambdaHandler } from '../../../lib/lambda/create-lambda.ts'
import type { BundleAnswer, BundleCall } from './run-bundle.ts'

const [file = '', exportName = ''] = process.argv.slice(2)
const tell = (answer: BundleAnswer) => void process.send?.(answer)
process.on('disconnect', () => process.exit())

const loaded: Record<string, LambdaHandler | undefined> = createRequire(import.meta.url)(file)
const handler = loaded[exportName]
if (handler === undefined) throw new Error(`the bundle exports no ${exportName}`)

process.on('message', async ({ id, event, timeoutMs }: BundleCall) => {
  const end = Date.now() + timeoutMs
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => end - Date.now() }
  try {
    tell({ id, answer: await handler(event, context) })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    tell({ id, error: { name, message } })
  }
})
tell({ id: 'loaded', answer: null })
