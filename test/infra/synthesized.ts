// A stage's stack as CloudFormation would get it, without its bundles: what tests of the stack look at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App, Validations } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { AwsSolutionsChecks } from 'cdk-nag'
import { afterAll } from 'vitest'
import * as z from 'zod'
import { EvidenceChainStack } from '../../infra/evidence-chain-stack.ts'
import { stackNameOf } from '../../infra/product-name.ts'
import { readStage } from '../../infra/stage-settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { context } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(`${root}cdk.json`, 'utf8')))

/** Without one of its own each app would leave its assembly in the system's folder. */
const assemblies = mkdtempSync(join(tmpdir(), 'evidence-chain-cdk-'))
afterAll(() => rmSync(assemblies, { recursive: true, force: true }))

/** The one setting that has no default. */
export const required = { pyRagBaseUrl: 'https://py-rag.example.com' }

/** Changes something on purpose, so that a check is seen to fail. */
type Change = (stack: EvidenceChainStack) => void

/** @param settings as given by `-c name=value` */
export function stackOf(settings: Readonly<Record<string, string>> = {}, change?: Change): EvidenceChainStack {
  return stackIn(newApp(), settings, change)
}

export const templateOf = (...args: Parameters<typeof stackOf>): Template => Template.fromStack(stackOf(...args))

/** As `cdk synth` does it, checks included. @throws Error when a check finds something */
export function synthesize(settings: Readonly<Record<string, string>>, change?: Change): void {
  const app = newApp()
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  stackIn(app, settings, change)
  app.synth()
}

function newApp(): App {
  const outdir = mkdtempSync(join(assemblies, 'app-'))
  return new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] }, outdir })
}

function stackIn(app: App, settings: Readonly<Record<string, string>>, change?: Change): EvidenceChainStack {
  const stage = readStage({ ...required, ...settings })
  const stack = new EvidenceChainStack(app, stackNameOf(stage.stage), stage)
  change?.(stack)
  return stack
}
