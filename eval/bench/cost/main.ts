// `npm run bench:cost`: what operations cost on AWS, from what they use here: units, bytes, requests and transitions are
// measured, prices are a table, and what a machine like this cannot show is assumed and said to be.
import { stageSettings } from '../../../infra/stage-settings.ts'
import { messageOf } from '../../../lib/text/message-of.ts'
import { exitCodes } from '../../exit-codes.ts'
import { captureLines } from './capture-lines.ts'
import { type Counts, createTally } from './counts.ts'
import { fixedParts } from './fixed-parts.ts'
import { type Measured, measureOperations, type Operation } from './measure-operations.ts'
import { openMeasuredStack } from './measured-stack.ts'
import { modelBytes } from './model-bytes.ts'
import { quotasOf, singlePartitions } from './quotas.ts'
import { readFlags } from './read-flags.ts'
import {
  renderAssumptions,
  renderCosts,
  renderFixed,
  renderInvocations,
  renderMeasured,
  renderPrices,
} from './render-costs.ts'
import { renderModel, renderPartitions, renderQuotas, renderWorkedExample } from './render-scale.ts'

async function measure(): Promise<{ readonly measured: Measured; readonly database: string }> {
  const tally = createTally()
  const capture = captureLines((line) => {
    const metric = line.startsWith('{"_aws":')
    tally.add(metric ? 'metricLines' : 'logLines')
    tally.add(metric ? 'metricBytes' : 'logBytes', Buffer.byteLength(line) + 1)
  })
  try {
    const stack = await openMeasuredStack(tally)
    try {
      return { measured: await measureOperations(stack, tally), database: stack.database }
    } finally {
      await stack.close()
    }
  } finally {
    capture.stop()
  }
}

function report(measured: Measured, database: string, assumed: ReturnType<typeof readFlags>): string {
  const { operations, diagnoses, kept } = measured
  const of = (name: Operation): Counts => operations.get(name) ?? {}
  const called = new Map([...operations].filter(([name]) => name !== 'sweep'))
  const lookup = of('later lookup')
  const example = diagnoses[0]
  if (example === undefined) throw new Error('no diagnosis was made')
  const models = diagnoses.map(({ question, turns }) => modelBytes(question ?? '', turns))
  const model = { turns: mean(models, 'turns'), input: mean(models, 'input'), output: mean(models, 'output') }
  const throttleRate = Number(stageSettings.throttleRate.default)
  const load = { lookup, diagnosis: of('diagnosis'), upload: of('upload of 20 KB'), model, assumed, throttleRate }
  const exampleModel = modelBytes(example.question ?? '', example.turns)
  return [
    `## Measured (means; ${database}${database === 'dynoxide' ? '' : ', which leaves out what indexes take'})`,
    renderMeasured(called),
    renderInvocations(called),
    `A diagnosis by the extractive model took ${model.turns} turns and ${mean(
      diagnoses.map((d) => ({ n: d.invocations.length })),
      'n',
    )} lookups on average; how each ended: ${diagnoses.map((d) => d.state).join(', ')}.`,
    '## Cost of 1,000',
    renderCosts(called, kept, assumed),
    renderAssumptions(assumed, kept),
    '## A month of a safe stage, before anybody calls it',
    renderFixed(fixedParts(), of('sweep'), kept, assumed),
    '## With a model (Bedrock)',
    renderModel(diagnoses, assumed),
    renderWorkedExample(example.question ?? '', exampleModel, assumed),
    '## At 10x and 100x',
    renderQuotas(quotasOf(load), assumed),
    renderPartitions(singlePartitions(load), Number(stageSettings.ingestConcurrency.default), assumed),
    '## Prices (us-east-1, on demand, first tier)',
    renderPrices(),
  ].join('\n\n')
}

const mean = <K extends string>(all: readonly Readonly<Record<K, number>>[], key: K): number =>
  Math.round((10 * all.reduce((sum, each) => sum + each[key], 0)) / all.length) / 10

try {
  const assumed = readFlags(process.argv.slice(2))
  const { measured, database } = await measure()
  console.log(report(measured, database, assumed))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = exitCodes.failed
}
