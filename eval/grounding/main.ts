// npm run eval:grounding -- --data DIR [--every N]: layer 1 of the semantic guard on the public grounding sets (spec 07).
import { parseArgs } from 'node:util'
import { messageOf } from '../../lib/text/message-of.ts'
import { dataFolder } from '../data-folder.ts'
import { exitCodes } from '../exit-codes.ts'
import { progressBar } from '../progress-bar.ts'
import { runGrounding } from './run-grounding.ts'

process.exitCode = main()

function main(): number {
  const usage = 'Usage: npm run eval:grounding -- [--data DIR] [--every N]   (N: take each n-th claim only)'
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, every: { type: 'string', default: '1' } } })
    if (!/^[1-9]\d{0,4}$/.test(values.every)) throw new Error(`--every must be a positive integer, not ${values.every}`)
    const folder = values.data ?? dataFolder('grounding')
    return runGrounding(folder, Number(values.every), {
      out: (text) => console.log(text),
      err: (text) => console.error(text),
      progress: process.stderr.isTTY ? progressBar(process.stderr) : null,
    })
  } catch (error) {
    console.error(messageOf(error))
    console.error(usage)
    return exitCodes.usage
  }
}
