// A stage's stack as CloudFormation would get it, without its bundles: what tests of the stack look at.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { App, Validations } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import * as z from 'zod'
import { EvidenceChainStack } from '../../infra/evidence-chain-stack.ts'
import { readStage } from '../../infra/stage-settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { context } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(`${root}cdk.json`, 'utf8')))

/** The one setting that has no default. */
export const required = { pyRagBaseUrl: 'https://py-rag.example.com' }

export type SynthesizeOptions = {
  /** Changes something on purpose, so that a check is seen to fail. */
  readonly change?: (stack: EvidenceChainStack) => void
  readonly nag?: boolean
}

/** @param settings as given by `-c name=value` */
export function stackOf(
  settings: Readonly<Record<string, string>> = {},
  options: SynthesizeOptions = {},
): EvidenceChainStack {
  const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] } })
  if (options.nag) Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const stage = readStage({ ...required, ...settings })
  const stack = new EvidenceChainStack(app, `EvidenceChain-${stage.stage}`, stage)
  options.change?.(stack)
  return stack
}

export const templateOf = (...args: Parameters<typeof stackOf>): Template => Template.fromStack(stackOf(...args))
