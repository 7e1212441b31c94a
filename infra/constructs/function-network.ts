import { Annotations } from 'aws-cdk-lib'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import { Construct } from 'constructs'

export type FunctionNetworkProps = {
  readonly vpcId: string
  readonly subnetIds: readonly string[]
  readonly securityGroupIds: readonly string[]
}

/** A network that exists, by its ids alone: nothing is looked up, so that synthesis needs no account. */
export class FunctionNetwork extends Construct {
  readonly vpc: ec2.IVpc
  readonly vpcSubnets: ec2.SubnetSelection
  readonly securityGroups: ec2.ISecurityGroup[]

  constructor(scope: Construct, id: string, { vpcId, subnetIds, securityGroupIds }: FunctionNetworkProps) {
    super(scope, id)
    // The zones are asked for, but only subnets reach the template.
    this.vpc = ec2.Vpc.fromVpcAttributes(this, 'Vpc', { vpcId, availabilityZones: ['unknown'] })
    const subnets = subnetIds.map((subnet) => ec2.Subnet.fromSubnetId(this, subnet, subnet))
    // Nobody asks for their routes.
    for (const subnet of subnets) Annotations.of(subnet).acknowledgeWarning('@aws-cdk/aws-ec2:noSubnetRouteTableId')
    this.vpcSubnets = { subnets }
    this.securityGroups = securityGroupIds.map((group) => ec2.SecurityGroup.fromSecurityGroupId(this, group, group))
  }
}
