// The names and ARNs that CloudFormation would give, made up: of the right form, so that code which looks at them is not misled.
import type { Reference } from './resolve-intrinsics.ts'

const region = 'us-east-1'
const account = '000000000000'

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'stack',
}

const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${account}:${resource}`

/** By type: what `Ref` and `Fn::GetAtt ... Arn` give (CloudFormation's reference, "Return values"). */
const formats: Readonly<
  Record<string, { readonly ref: (name: string) => string; readonly arn: (name: string) => string }>
> = {
  'AWS::Lambda::Function': { ref: (name) => name, arn: (name) => arn('lambda', `function:${name}`) },
  'AWS::StepFunctions::StateMachine': {
    ref: (name) => arn('states', `stateMachine:${name}`),
    arn: (name) => arn('states', `stateMachine:${name}`),
  },
  'AWS::DynamoDB::GlobalTable': { ref: (name) => name, arn: (name) => arn('dynamodb', `table/${name}`) },
  'AWS::SQS::Queue': {
    ref: (name) => `https://sqs.${region}.amazonaws.com/${account}/${name}`,
    arn: (name) => arn('sqs', name),
  },
  'AWS::S3::Bucket': { ref: (name) => name.toLowerCase(), arn: (name) => `arn:aws:s3:::${name.toLowerCase()}` },
  'AWS::SecretsManager::Secret': {
    ref: (name) => arn('secretsmanager', `secret:${name}`),
    arn: (name) => arn('secretsmanager', `secret:${name}`),
  },
}

/** A resource as others refer to it. */
export type Named = { readonly type: string; readonly name: string }

const functionArnPrefix = arn('lambda', 'function:')

/** The function's name in its ARN; null for anything else. */
export function functionInArn(text: string): string | null {
  return text.startsWith(functionArnPrefix) ? text.slice(functionArnPrefix.length) : null
}

/** @param named by logical id. @throws Error for a reference to what is not among them */
export function physicalNames(named: ReadonlyMap<string, Named>): (reference: Reference) => string {
  return ({ target, attribute }) => {
    const pseudo = pseudoParameters[target]
    if (pseudo !== undefined) return pseudo
    const resource = named.get(target)
    if (resource === undefined) throw new Error(`${target} is no resource of the template`)
    const { type, name } = resource
    const format = formats[type] ?? { ref: () => name, arn: () => arn(type.replaceAll('::', '-').toLowerCase(), name) }
    if (attribute === null) return format.ref(name)
    return attribute === 'Arn' ? format.arn(name) : `${name}.${attribute}`
  }
}
