import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Lets one finding of cdk-nag stand at one construct, for a reason that is written down beside it. */
export function acknowledge(construct: IConstruct, id: `AwsSolutions-${string}`, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason })
}
