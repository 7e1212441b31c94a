// `npm start`: everything on one machine, a first verified diagnosis, and then it stays up.
import { messageOf } from '../../lib/text/message-of.ts'
import { loadSamples, runDemo } from './demo.ts'
import { readLocalSettings } from './local-settings.ts'
import { startStack } from './stack.ts'

const say = (line: string) => console.log(line)

/** Tells the time to the second, so that each start's demonstration is a run of its own. */
const demoRunId = () => `demo-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}`

const usage = `npm start takes no arguments; it is set by environment variables:
  PORT (3000), DATA_DIR (.local), PYRAG_BASE_URL, DYNAMODB_ENDPOINT, EMBEDDING_URL, EMBEDDING_MODEL, SAMPLES (on, off), and those of the functions (README).`

async function main(): Promise<void> {
  if (process.argv.length > 2) throw new Error(usage)
  const settings = readLocalSettings(process.env)
  const stack = await startStack(settings, process.env)
  const stop = () => {
    say('stopping')
    void stack.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

  say('evidence-chain, local stack')
  say(`data       ${stack.dataFolder}`)
  say(`knowledge  ${stack.knowledge}`)
  say(`ledger     ${stack.database}`)
  if (settings.SAMPLES === 'on') await showSamples(stack.url, stack.dataFolder)
  say(`api        ${stack.url}/api/openapi.json`)
  say(`ready ${stack.url}`)
}

/** The demonstration is a courtesy: a knowledge service that is down must not keep the stack from serving. */
async function showSamples(url: string, dataFolder: string): Promise<void> {
  try {
    const { documents, pending } = await loadSamples(url, dataFolder)
    say(`samples    ${documents} runbooks${pending === 0 ? '' : `, ${pending} of them waiting for their ingest`}`)
    await runDemo(url, demoRunId(), say)
  } catch (error) {
    say(`samples    not shown: ${messageOf(error)}`)
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exit(1)
})
