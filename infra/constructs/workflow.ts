import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RemovalPolicy } from 'aws-cdk-lib'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as sfn from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import { allow } from './allow.ts'

export type WorkflowProps = {
  /** A definition in `infra/workflow/`: `diagnosis`. */
  readonly definition: string
  /** What stands for each `${name}` of the definition. */
  readonly names: Readonly<Record<string, string>>
  /** What an execution may take; as the definition says without it. */
  readonly timeoutSeconds?: number | undefined
  readonly logRetention: RetentionDays
}

/** A state machine as its file defines it: the same file that the local stack and the tests run. */
export class Workflow extends Construct {
  readonly machine: sfn.StateMachine
  /** The names that the definition asks for. */
  readonly used: readonly string[]

  /** @throws Error that names what the definition asks for and nobody gives */
  constructor(scope: Construct, id: string, { definition, names, timeoutSeconds, logRetention }: WorkflowProps) {
    super(scope, id)
    const file = fileURLToPath(new URL(`../workflow/${definition}.asl.json`, import.meta.url))
    const used = new Set<string>()
    const text = readFileSync(file, 'utf8').replace(/\$\{([\w-]+)\}/g, (_, name: string) => {
      const value = names[name]
      if (value === undefined) throw new Error(`${definition}.asl.json asks for ${name}, which is not given`)
      used.add(name)
      return value
    })
    this.used = [...used]
    this.machine = new sfn.StateMachine(this, 'Machine', {
      // Without its white space, which Step Functions would keep and count.
      definitionBody: sfn.DefinitionBody.fromString(
        JSON.stringify({
          ...JSON.parse(text),
          ...(timeoutSeconds !== undefined && { TimeoutSeconds: timeoutSeconds }),
        }),
      ),
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, 'Logs', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY }),
        level: sfn.LogLevel.ALL,
        // A state holds queries, and logs hold no text that anybody asked for.
        includeExecutionData: false,
      },
    })
    acknowledge(
      this.machine,
      'AwsSolutions-IAM5[Resource::*]',
      'Log delivery and X-Ray know no narrower resource (Step Functions Developer Guide, "Logging", "Tracing").',
    )
  }

  get arn(): string {
    return this.machine.stateMachineArn
  }

  /** Lets the machine do exactly `actions` on exactly `resources`. */
  allow(resources: readonly string[], actions: readonly string[]): void {
    allow(this.machine, resources, actions)
  }

  grantStart(grantee: IGrantable): void {
    allow(grantee, [this.arn], ['states:StartExecution'])
  }
}
