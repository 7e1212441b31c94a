// npm run eval:live: does a running stack, local or deployed, keep its promises?
// Exits: 0 all hold, 1 one does not or a signal ended it, 2 usage.
import { once } from 'node:events'
import { messageOf } from '../../lib/text/message-of.ts'
import { exitCodes } from '../exit-codes.ts'
import { acceptanceOf } from './acceptance.ts'
import { createApiClient } from './api-client.ts'
import { type LiveOptions, liveUsage, readLiveOptions } from './live-options.ts'
import { openSigner, type Signer } from './sign-request.ts'

process.exitCode = await main()

async function main(): Promise<number> {
  let options: LiveOptions
  let sign: Signer
  try {
    options = readLiveOptions(process.argv.slice(2))
    sign = openSigner(options.auth, process.env)
  } catch (error) {
    console.error(`${messageOf(error)}\nUsage: ${liveUsage}`)
    return exitCodes.usage
  }
  const { checks, cleanUp } = acceptanceOf(createApiClient(options.baseUrl, sign), {
    diagnosis: options.diagnosis,
    timeoutMs: options.timeoutSeconds * 1000,
    pollMs: 500,
  })
  const ending = new AbortController()
  // Not once: of one Ctrl-C two signals come, since npm passes on what the terminal has sent to all.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())
  const ended = once(ending.signal, 'abort').then(() => null)
  let [passed, failed] = [0, 0]
  for (const [i, { name, run }] of checks.entries()) {
    const problem = await Promise.race([problemOf(run), ended])
    if (ending.signal.aborted) break
    if (problem === null) passed += 1
    else failed += 1
    console.log(
      `${i + 1}/${checks.length} ${problem === null ? 'ok   ' : 'FAIL '} ${name}${problem === null ? '' : `\n         ${problem}`}`,
    )
  }
  const leftBehind = await problemOf(cleanUp)
  if (leftBehind !== null) console.log(`FAIL  cleaning up: ${leftBehind}`)
  console.log(`${passed} passed, ${failed} failed`)
  if (ending.signal.aborted) {
    console.log('ended by a signal')
    // The check that was not waited for may go on for long.
    process.exit(exitCodes.failed)
  }
  return failed === 0 && leftBehind === null ? exitCodes.ok : exitCodes.failed
}

async function problemOf(run: () => Promise<void>): Promise<string | null> {
  try {
    await run()
    return null
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return `${messageOf(error)}${cause}`
  }
}
