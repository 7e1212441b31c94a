import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssetHashType, DockerImage, Duration, RemovalPolicy } from 'aws-cdk-lib'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { FunctionName } from '../../lib/contract/routes.ts'
import type { Bundle } from '../cloud-assembly/bundle-functions.ts'
import { productName } from '../product-name.ts'
import { acknowledge } from './acknowledge.ts'
import { allow } from './allow.ts'
import type { FunctionNetwork } from './function-network.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type CatalogFunctionProps = {
  readonly name: FunctionName
  /** Its code; undefined where nobody asks for assets. */
  readonly bundle: Bundle | undefined
  readonly timeoutSeconds: number
  readonly memoryMb: number
  readonly environment: Readonly<Record<string, string>>
  readonly logRetention: RetentionDays
  readonly reservedConcurrency: number | undefined
  readonly network: FunctionNetwork | undefined
}

/** One row of the catalog as a Lambda function, with a role that may write its own log and traces and nothing else yet. */
export class CatalogFunction extends Construct implements iam.IGrantable {
  readonly function: lambda.Function
  readonly grantPrincipal: iam.IPrincipal

  constructor(scope: Construct, id: string, props: CatalogFunctionProps) {
    super(scope, id)
    const { name, network } = props
    const logGroup = new LogGroup(this, 'Logs', { retention: props.logRetention, removalPolicy: RemovalPolicy.DESTROY })
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') })
    this.grantPrincipal = role
    allow(role, [logGroup.logGroupArn], ['logs:CreateLogStream', 'logs:PutLogEvents'])
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'X-Ray and network interfaces know no narrower resource (Service Authorization Reference).',
    )
    if (network !== undefined) allow(role, ['*'], networkActions)
    this.function = new lambda.Function(this, 'Function', {
      description: `${productName} ${name}`,
      code: codeOf(name, props.bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      role,
      logGroup,
      tracing: lambda.Tracing.ACTIVE,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      ...(network !== undefined && {
        vpc: network.vpc,
        vpcSubnets: network.vpcSubnets,
        securityGroups: network.securityGroups,
      }),
    })
  }
}

/** Not `NodejsFunction`, which would start esbuild anew for each function. */
function codeOf(name: FunctionName, bundle: Bundle | undefined): lambda.Code {
  return lambda.Code.fromAsset(`${root}functions/${name}`, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Asked for when there is no bundle, and not found: then nothing is deployed.
      image: DockerImage.fromRegistry('none'),
      local: {
        tryBundle: (folder) => {
          for (const [file, content] of bundle?.files ?? []) writeFileSync(join(folder, file), content)
          return bundle !== undefined
        },
      },
    },
  })
}

/** What Lambda needs to stand in somebody's network (Lambda Developer Guide, "Giving Lambda functions access to resources in a VPC"). */
const networkActions = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
]
