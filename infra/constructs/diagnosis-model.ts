import { Annotations, ArnFormat, Stack } from 'aws-cdk-lib'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import { Construct, type IConstruct } from 'constructs'
import type { SettingName } from '../../lib/contract/settings.ts'
import { productName } from '../product-name.ts'
import { acknowledge } from './acknowledge.ts'
import { allow } from './allow.ts'

export type DiagnosisModelProps = {
  readonly bedrockModelId: string | undefined
  readonly openAiBaseUrl: string | undefined
  readonly openAiModel: string | undefined
  readonly openAiKeySecret: string | undefined
}

/** Cross-region profiles are named after the model, with where they may run in front. */
const profilePrefix = /^(us|us-gov|eu|apac|jp|au|ca|global)\./

/** Which model diagnoses, and who may ask it. Without one, drafts are built out of sentences of the evidence. */
export class DiagnosisModel extends Construct {
  private readonly props: DiagnosisModelProps

  constructor(scope: Construct, id: string, props: DiagnosisModelProps) {
    super(scope, id)
    this.props = props
    if (props.bedrockModelId === undefined && props.openAiBaseUrl === undefined) {
      Annotations.of(this).addWarningV2(
        `${productName}:no-model`,
        'No model is set (-c bedrockModelId=... or openAiBaseUrl and openAiModel): diagnoses are built out of sentences of the evidence.',
      )
    }
  }

  get environment(): Partial<Record<SettingName, string>> {
    const { bedrockModelId, openAiBaseUrl, openAiModel, openAiKeySecret } = this.props
    if (bedrockModelId !== undefined) return { DIAGNOSIS_MODEL: 'bedrock', BEDROCK_MODEL_ID: bedrockModelId }
    if (openAiBaseUrl === undefined || openAiModel === undefined) return { DIAGNOSIS_MODEL: 'extractive' }
    return {
      DIAGNOSIS_MODEL: 'openai',
      OPENAI_BASE_URL: openAiBaseUrl,
      OPENAI_MODEL: openAiModel,
      ...(openAiKeySecret !== undefined && { OPENAI_API_KEY_SECRET: openAiKeySecret }),
    }
  }

  grantAsk(grantee: IGrantable & IConstruct): void {
    const { bedrockModelId, openAiKeySecret } = this.props
    const stack = Stack.of(this)
    if (bedrockModelId !== undefined) {
      allow(grantee, modelArns(bedrockModelId, stack), ['bedrock:InvokeModel'])
      acknowledge(
        grantee,
        `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${(profileArn.exec(bedrockModelId)?.[1] ?? bedrockModelId).replace(profilePrefix, '')}]`,
        'A cross-region profile sends the request to whichever of its regions has room: one model, any region.',
      )
    }
    if (openAiKeySecret !== undefined) {
      // Secrets Manager puts a dash and six characters behind a secret's name.
      const resourceName = `${openAiKeySecret}-??????`
      const arn = stack.formatArn({
        service: 'secretsmanager',
        resource: 'secret',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      })
      allow(grantee, [arn], ['secretsmanager:GetSecretValue'])
    }
  }
}

const profileArn = /^arn:[\w-]+:bedrock:[\w-]+:\d+:inference-profile\/(.+)$/

/** What `bedrock:InvokeModel` is asked on: the model; with a profile, the profile and the model wherever it may run. */
function modelArns(modelId: string, stack: Stack): string[] {
  const anywhere = (name: string) =>
    `arn:${stack.partition}:bedrock:*::foundation-model/${name.replace(profilePrefix, '')}`
  const profile = profileArn.exec(modelId)?.[1]
  if (profile !== undefined) return [modelId, anywhere(profile)]
  if (modelId.startsWith('arn:')) return [modelId]
  if (profilePrefix.test(modelId)) {
    return [
      stack.formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: modelId }),
      anywhere(modelId),
    ]
  }
  return [`arn:${stack.partition}:bedrock:${stack.region}::foundation-model/${modelId}`]
}
