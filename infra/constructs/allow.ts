import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'

/** Lets `grantee` do exactly `actions` on exactly `resources`: CDK's own grants are often wider than a function needs. */
export function allow(grantee: IGrantable, resources: readonly string[], actions: readonly string[]): void {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ resources: [...resources], actions: [...actions] }))
}
