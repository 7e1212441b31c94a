// THE table of quotas that bite: at which load each is reached, from the measured units. A rate is what one lookup or one
// diagnosis takes of the quota in a second of steady load.
import type { Assumptions } from './assumptions.ts'
import { sum } from './cost-lines.ts'
import { type Counts, invocationsOf } from './counts.ts'
import { bytesPerToken, type ModelBytes } from './model-bytes.ts'

export type Quota = {
  readonly name: string
  /** What it allows: units a second, or things at once. */
  readonly limit: number
  /** Of that, what one lookup a second takes, and one diagnosis a second. 0: nothing. */
  readonly perLookup: number
  readonly perDiagnosis: number
  /** AWS's page and whether it was read. */
  readonly page: string
  readonly answer: string
}

type Load = {
  readonly lookup: Counts
  readonly diagnosis: Counts
  readonly upload: Counts
  readonly model: ModelBytes
  readonly assumed: Assumptions
  /** Of the stage: requests a second that its API takes. */
  readonly throttleRate: number
}

const secondsPerHour = 3600

/** The quotas, with what one lookup and one diagnosis take of each. */
export function quotasOf({ lookup, diagnosis, model, assumed, throttleRate }: Load): readonly Quota[] {
  const busy = (counts: Counts) =>
    sum([...invocationsOf(counts)].map(([name, count]) => (count * assumed.durationMs[name]) / 1000))
  const both = (of: (counts: Counts) => number) => ({ perLookup: of(lookup), perDiagnosis: of(diagnosis) })
  const modelTokens = (model.input + model.output) / bytesPerToken
  return [
    {
      name: 'the stage’s own throttle (`throttleRate`)',
      limit: throttleRate,
      ...both((c) => c.apiRequests ?? 0),
      page: 'infra/stage-settings.ts',
      answer: '`-c throttleRate=...`',
    },
    {
      name: 'API Gateway: requests a second of the account, 10,000',
      limit: 10_000,
      ...both((c) => c.apiRequests ?? 0),
      page: 'API Gateway Developer Guide, "Amazon API Gateway quotas" (read)',
      answer: 'can be raised',
    },
    {
      name: 'Lambda: invocations at once of the account, 1,000 (new accounts: less)',
      limit: 1000,
      ...both(busy),
      page: 'Lambda Developer Guide, "Lambda quotas" (read)',
      answer: 'raise it; `reservedConcurrency` keeps functions from starving each other',
    },
    {
      name: 'DynamoDB: a new on-demand table, 4,000 write units a second',
      limit: 4000,
      ...both((c) => c.writeUnits ?? 0),
      page: 'DynamoDB Developer Guide, "DynamoDB on-demand capacity mode" and "warm throughput in different scenarios" (read)',
      answer: 'grows by itself to twice the last peak within 30 minutes; warm throughput beforehand',
    },
    {
      name: 'DynamoDB: the same, 12,000 read units a second',
      limit: 12_000,
      ...both((c) => c.readUnits ?? 0),
      page: 'the same',
      answer: 'the same',
    },
    {
      name: 'DynamoDB: a table’s default quota, 40,000 write units a second',
      limit: 40_000,
      ...both((c) => c.writeUnits ?? 0),
      page: 'DynamoDB Developer Guide, "DynamoDB on-demand capacity mode" (read)',
      answer: 'raise it',
    },
    {
      name: 'Step Functions: StartExecution, 300 a second',
      limit: 300,
      ...both((c) => c.executions ?? 0),
      page: 'Step Functions Developer Guide, "Quotas" (read in AWS’s archived copy)',
      answer: 'raise it; bursts of 1,300 pass',
    },
    {
      name: 'Step Functions: state transitions, 1,500 a second (since raised, from memory, to 5,000)',
      limit: 1500,
      ...both((c) => c.transitions ?? 0),
      page: 'the same; new accounts: less',
      answer: 'raise it; throttled executions are slower, not lost',
    },
    {
      name: 'EventBridge: PutEvents, 10,000 a second',
      limit: 10_000,
      ...both((c) => c.events ?? 0),
      page: 'EventBridge User Guide, "Quotas" (from memory)',
      answer: 'raise it; the workflow retries',
    },
    {
      name: `Bedrock: tokens a minute, assumed ${assumed.modelTokensPerMinute.toLocaleString('en-US')} (differs by model and account)`,
      limit: assumed.modelTokensPerMinute / 60,
      perLookup: 0,
      perDiagnosis: modelTokens,
      page: 'Bedrock User Guide, "Quotas for the bedrock-runtime endpoint" (read; it counts input and output together and gives no figure)',
      answer: 'raise it, or a cross-Region profile',
    },
  ]
}

/** Lookups a second (alone), diagnoses an hour (alone) that reach the quota; Infinity: none does. */
export function reachOf({ limit, perLookup, perDiagnosis }: Quota) {
  return { lookupsPerSecond: limit / perLookup, diagnosesPerHour: (limit / perDiagnosis) * secondsPerHour }
}

/** The share of the quota that `times` the assumed load takes, lookups and diagnoses together. */
export function shareOf(quota: Quota, { lookupsPerSecond, diagnosesPerHour }: Assumptions, times: number): number {
  const used = quota.perLookup * lookupsPerSecond + (quota.perDiagnosis * diagnosesPerHour) / secondsPerHour
  return (used * times) / quota.limit
}

/** One partition key takes this much a second (DynamoDB Developer Guide, "warm throughput in different scenarios", read). */
const partition = { write: 1000, read: 3000 }

/** What has one partition key and is therefore not spread: a run in the ledger, the lists of documents. */
export function singlePartitions({ lookup, upload }: Pick<Load, 'lookup' | 'upload'>) {
  const { writeUnits: writes = 0, readUnits: reads = 0 } = lookup
  return {
    lookupsPerSecondOfOneRun: Math.min(partition.write / writes, partition.read / reads),
    /** At most: as if all of an upload's units went to one list. */
    uploadsPerSecond: partition.write / (upload.writeUnits ?? 1),
  }
}
