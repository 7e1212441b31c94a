// What a model costs, and what happens at 10 and 100 times the load, as Markdown.
import type { RunView } from '../../../lib/contract/run.ts'
import { figuresTable } from '../../markdown-table.ts'
import type { Assumptions } from './assumptions.ts'
import { figure, whole } from './figure-text.ts'
import { bytesPerToken, type ModelBytes, modelBytes, tokenCost } from './model-bytes.ts'
import { type Quota, reachOf, shareOf, type singlePartitions } from './quotas.ts'

/** By question, and what it would cost with a model at the assumed price. */
export function renderModel(diagnoses: readonly RunView[], assumed: Assumptions): string {
  const { inputTokenPrice, outputTokenPrice } = assumed
  const rows = diagnoses.map(({ question, turns, invocations }) => {
    const bytes = modelBytes(question ?? '', turns)
    return [
      question ?? '',
      String(turns.length),
      String(invocations.length),
      whole(bytes.input),
      whole(bytes.output),
      whole(bytes.input / bytesPerToken),
      whole(bytes.output / bytesPerToken),
      tokenCost(bytes, inputTokenPrice, outputTokenPrice).toFixed(4),
    ]
  })
  return figuresTable(['question', 'turns', 'lookups', 'bytes in', 'bytes out', 'tokens in', 'tokens out', 'US$'], rows)
}

/** The formula of a diagnosis with a model, and one diagnosis by it. */
export function renderWorkedExample(
  question: string,
  { turns, input, output }: ModelBytes,
  assumed: Assumptions,
): string {
  const { inputTokenPrice, outputTokenPrice } = assumed
  const [inTokens, outTokens] = [Math.round(input / bytesPerToken), Math.round(output / bytesPerToken)]
  const usd = tokenCost({ input, output }, inputTokenPrice, outputTokenPrice)
  return [
    'US$ of a diagnosis = (bytes in / 4 x price in + bytes out / 4 x price out) / 1,000,000, prices for a million tokens; bytes in are summed over',
    'the turns, and each turn sends the whole transcript again.',
    `"${question}": ${turns} turns, ${whole(input)} bytes in, ${whole(output)} bytes out; at US$ ${inputTokenPrice} and ${outputTokenPrice}: ` +
      `(${whole(inTokens)} x ${inputTokenPrice} + ${whole(outTokens)} x ${outputTokenPrice}) / 1,000,000 = US$ ${usd.toFixed(4)}, or ${(1000 * usd).toFixed(2)} for 1,000 diagnoses.`,
    'The turns are those of the extractive model. One that asks more, repairs, or thinks in tokens costs more, and some models use up the quota faster than one by one (Bedrock User Guide, "Quotas"). Chinese text has about 3 bytes a token rather than 4.',
  ].join('\n')
}

/** At which load each quota is reached, alone and at 1, 10 and 100 times the assumed one. */
export function renderQuotas(quotas: readonly Quota[], assumed: Assumptions): string {
  const rows = quotas.map((quota) => {
    const { lookupsPerSecond, diagnosesPerHour } = reachOf(quota)
    const shares = [1, 10, 100].map((times) => percent(shareOf(quota, assumed, times)))
    return [quota.name, figure(lookupsPerSecond), figure(diagnosesPerHour), ...shares, quota.answer, quota.page]
  })
  const head = ['quota', 'lookups/s alone', 'diagnoses/h alone', '1x', '10x', '100x', 'what to do', 'source']
  return [
    `1x is ${assumed.lookupsPerSecond} lookup/s by agents and ${assumed.diagnosesPerHour} diagnoses/h together; over 100 % is bold.`,
    '',
    figuresTable(head, rows),
  ].join('\n')
}

const percent = (share: number) => {
  const text = share > 0 && share < 0.001 ? '< 0.1 %' : `${figure(100 * share, 2)} %`
  return share > 1 ? `**${text}**` : text
}

/** @param ingestConcurrency deferred ingests at once */
export function renderPartitions(
  one: ReturnType<typeof singlePartitions>,
  ingestConcurrency: number,
  assumed: Assumptions,
): string {
  const seconds = assumed.durationMs['ingest-proxy'] / 1000
  return [
    'What no quota of the account shows:',
    `- One run is one partition key (1,000 write and 3,000 read units a second): ${figure(one.lookupsPerSecondOfOneRun)} lookups/s of a single run. Its budget of 8 calls ends it long before.`,
    `- The lists of documents have one partition key each (\`newest\`, \`open\`): at least ${figure(one.uploadsPerSecond)} uploads/s before one is hot.`,
    `- Deferred ingests: ${ingestConcurrency} at once (\`ingestConcurrency\`, 2 to 1,000): ${figure((ingestConcurrency / seconds) * 3600)} an hour at the assumed ${seconds} s each. Lambda adds no more (Lambda Developer Guide, "Configuring scaling behavior for SQS event source mappings", read).`,
    '- py-rag: each lookup that is not a replay is one search, each upload one ingest. It has no queue in front of it: what it can answer a second is what the lookups can be, whatever AWS allows. Likely the first to give way.',
  ].join('\n')
}
