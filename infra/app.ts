// What `cdk` runs. Settings come from the context: `cdk deploy -c stage=prod -c pyRagBaseUrl=https://...`.
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundleFunctions } from './cloud-assembly/bundle-functions.ts'
import { EvidenceChainStack } from './evidence-chain-stack.ts'
import { stackNameOf } from './product-name.ts'
import { readStage } from './stage-settings.ts'

const app = new App()
try {
  const stage = readStage(app.node.getAllContext())
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  new EvidenceChainStack(app, stackNameOf(stage.stage), stage, await bundleFunctions())
  app.synth()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
