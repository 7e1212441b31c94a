// What a stage costs a month when nobody uses it: read from its template, as CloudFormation would get it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { catalog } from '../../../functions/catalog.ts'
import { EvidenceChainStack } from '../../../infra/evidence-chain-stack.ts'
import { stackNameOf } from '../../../infra/product-name.ts'
import { readStage, type Stage } from '../../../infra/stage-settings.ts'
import { metrics } from '../../../lib/contract/metrics.ts'

export type FixedParts = {
  readonly alarms: number
  /** Metrics that the alarms look at: these are what is paid for, not the alarms. */
  readonly alarmedMetrics: number
  readonly dashboards: number
  readonly secrets: number
  readonly logGroups: number
  readonly parameters: number
  readonly queues: number
  /** Runs of the schedule. */
  readonly sweeps: number
  /** Series of our own metrics, if each combination of dimensions ever occurs. */
  readonly ownSeries: number
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })
const alarm = z.object({
  Properties: z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() }),
})

/** Counts the parts of a stage with alarms on. Takes some seconds, bundles nothing. */
export function fixedParts(): FixedParts {
  const template = templateOf(readStage({ stage: 'prod', pyRagBaseUrl: 'https://py-rag.example.com' }))
  const count = (type: string) => Object.keys(template.findResources(type)).length
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map((a) => alarm.parse(a).Properties)
  return {
    alarms: alarms.length,
    alarmedMetrics: alarms.reduce((sum, { Metrics }) => sum + alarmedMetrics(Metrics), 0),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    secrets: count('AWS::SecretsManager::Secret'),
    logGroups: count('AWS::Logs::LogGroup'),
    parameters: count('AWS::SSM::Parameter'),
    queues: count('AWS::SQS::Queue'),
    sweeps: sweepsOf(template),
    ownSeries: seriesAtMost(metrics),
  }
}

function templateOf(stage: Stage): Template {
  const { context } = cdkJson.parse(JSON.parse(readFileSync(`${root}cdk.json`, 'utf8')))
  const outdir = mkdtempSync(join(tmpdir(), 'evidence-chain-cost-'))
  try {
    const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] }, outdir })
    return Template.fromStack(new EvidenceChainStack(app, stackNameOf(stage.stage), stage))
  } finally {
    rmSync(outdir, { recursive: true })
  }
}

function sweepsOf(template: Template): number {
  const minutes = catalog['ingest-proxy'].triggers?.sweepMinutes ?? Number.NaN
  const rule = { Properties: { ScheduleExpression: `rate(${minutes} minutes)` } }
  return Object.keys(template.findResources('AWS::Events::Rule', rule)).length * ((30 * 24 * 60) / minutes)
}

type Row = {
  readonly functions: readonly string[]
  readonly dimensions: Readonly<Record<string, readonly string[]>>
}

/** Each combination of a function and a value of every dimension is a metric of its own. */
export function seriesAtMost(table: Readonly<Record<string, Row>>): number {
  return Object.values(table).reduce(
    (sum, { functions, dimensions }) =>
      sum + Object.values(dimensions).reduce((product, values) => product * values.length, functions.length),
    0,
  )
}

/** An alarm on one metric lists none; one on an expression lists what it reads, and the expression beside it. */
function alarmedMetrics(listed: readonly { readonly MetricStat?: unknown }[] | undefined): number {
  return listed === undefined ? 1 : listed.filter(({ MetricStat }) => MetricStat !== undefined).length
}
