// npm run eval:snapshots [-- --write]: records the fixtures anew through the local stack, or says what would change.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Fault } from '../../lib/contract/faults.ts'
import { messageOf } from '../../lib/text/message-of.ts'
import { exitCodes } from '../exit-codes.ts'
import { openOutputFolder, writeOutputFile } from '../output-file.ts'
import { progressBar, progressLines } from '../progress-bar.ts'
import { planSnapshots, type SnapshotPlan } from './plan-snapshots.ts'
import { fixtureFile, fixturesFolder, readCases, readFixture } from './read-assets.ts'
import { recordFixtures } from './record-fixtures.ts'
import { readSeedDocuments } from './seed-documents.ts'

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const { assets: folder, write } = readOptions()
    const cases = readCases(folder)
    const written = new Map(cases.contract.map(({ id }) => [id, readFixture(folder, id).engineResponses]))
    const documents = readSeedDocuments(folder)
    if (write) openOutputFolder(fixturesFolder(folder))
    const progress = process.stderr.isTTY ? progressBar(process.stderr) : progressLines(process.stderr, 'snapshots')
    const plan = planSnapshots(folder, await recordFixtures(cases, documents, written, progress))
    const pending = plan.added.length + plan.changed.length + plan.removed.length
    for (const line of tell(plan, write)) console.log(line)
    if (write) apply(folder, plan)
    return write || pending === 0 ? exitCodes.ok : exitCodes.failed
  } catch (error) {
    console.error(messageOf(error))
    if (!(error instanceof Fault && error.code === 'E_VALIDATION')) return exitCodes.failed
    console.error('Usage: npm run eval:snapshots -- [--assets FOLDER] [--write]')
    return exitCodes.usage
  }
}

function readOptions() {
  const assets = { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) } as const
  try {
    return parseArgs({ options: { assets, write: { type: 'boolean', default: false } } }).values
  } catch (cause) {
    throw new Fault('E_VALIDATION', { cause, message: messageOf(cause) })
  }
}

function tell({ added, changed, removed, unchanged }: SnapshotPlan, write: boolean): string[] {
  const each = (done: string, planned: string, ids: readonly string[]) =>
    ids.map((id) => `${write ? done : planned} ${id}`)
  return [
    ...each('added', 'would add', added),
    ...each('changed', 'would change', changed),
    ...each('removed', 'would remove', removed),
    `${unchanged} unchanged`,
  ]
}

function apply(folder: string, { added, changed, removed, texts }: SnapshotPlan): void {
  for (const id of [...added, ...changed]) writeOutputFile(fixtureFile(folder, id), texts.get(id) ?? '')
  for (const id of removed) rmSync(fixtureFile(folder, id))
}
