import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import { allow } from './allow.ts'

export type KnowledgeEndpointProps = {
  /** Begins the names of the parameters: `/evidence-chain/prod`. */
  readonly path: string
  /** Of the functions' settings, those that an operator may change without a deployment, by name. */
  readonly parameters: Readonly<Record<string, string>>
  /** Whether the service is sent a bearer token. */
  readonly credential: boolean
  readonly safe: boolean
}

/** How the knowledge service is reached and asked: parameters that can be changed at any time, and the token in a secret. */
export class KnowledgeEndpoint extends Construct {
  readonly path: string
  private readonly secret: Secret | undefined

  constructor(scope: Construct, id: string, { path, parameters, credential, safe }: KnowledgeEndpointProps) {
    super(scope, id)
    this.path = path
    for (const [name, stringValue] of Object.entries(parameters)) {
      new StringParameter(this, name, {
        parameterName: `${path}/${name}`,
        stringValue,
        description: 'See the README, Configuration.',
      })
    }
    if (!credential) return
    this.secret = new Secret(this, 'Credential', {
      description:
        'Bearer token of the knowledge service. Made at random: tell it to the service, or put its own in here.',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: safe ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    acknowledge(
      this.secret,
      'AwsSolutions-SMG4',
      'The token is shared with a service outside this account: both sides change together, by hand (docs/operations.md).',
    )
  }

  /** ARN of the secret that holds the token; undefined: none is sent. */
  get credentialSecret(): string | undefined {
    return this.secret?.secretArn
  }

  grantParameters(grantee: IGrantable): void {
    const arn = Stack.of(this).formatArn({ service: 'ssm', resource: 'parameter', resourceName: this.path.slice(1) })
    allow(grantee, [arn], ['ssm:GetParametersByPath'])
  }

  grantCredential(grantee: IGrantable): void {
    if (this.secret !== undefined) allow(grantee, [this.secret.secretArn], ['secretsmanager:GetSecretValue'])
  }
}
