import type { SharedByStaging } from './shared-by-staging.ts'

/** As the network component chooses it. */
const VPC_CIDR = '10.0.0.0/16'
const POSTGRES_PORT = 5432

/** Where functions run that reach the database or the index. */
export interface Network {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  /** For functions that call addresses which users give. */
  outboundSecurityGroups: $util.Output<string[]>
  /** Absent in previews, which stand in staging's network. */
  vpc?: sst.aws.Vpc
}

/**
 * A network over two zones. Small instances do the address translation (a managed gateway costs ten times as much),
 * and the first of them is also the bastion that `sst tunnel` goes through.
 */
export function makeNetwork(shared: SharedByStaging | undefined): Network {
  if (shared) {
    const { privateSubnets, securityGroups, outboundSecurityGroups } = shared
    return { privateSubnets, securityGroups, outboundSecurityGroups }
  }
  const vpc = new sst.aws.Vpc('Vpc', {
    az: 2,
    nat: 'ec2',
    bastion: true,
    transform: {
      // As it comes, this group admits every protocol from anywhere; the bastion needs SSH with its key, no more.
      natSecurityGroup: (args) => {
        args.ingress = [
          { protocol: '-1', fromPort: 0, toPort: 0, cidrBlocks: [VPC_CIDR] },
          { protocol: 'tcp', fromPort: 22, toPort: 22, cidrBlocks: ['0.0.0.0/0'] },
        ]
      },
    },
  })
  const outbound = makeOutboundGroup(vpc)
  return {
    privateSubnets: $output(vpc.privateSubnets),
    securityGroups: $output(vpc.securityGroups),
    outboundSecurityGroups: $output([outbound.id]),
    vpc,
  }
}

/**
 * The last of the guards before addresses that users give: whatever a sender is talked into, it reaches https and the
 * database, and neither the index nor any other port of this network. Names are resolved past security groups.
 */
function makeOutboundGroup(vpc: sst.aws.Vpc) {
  return new aws.ec2.SecurityGroup('OutboundSecurityGroup', {
    vpcId: vpc.id,
    description: 'Senders to addresses that users give',
    egress: [
      { protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'], ipv6CidrBlocks: ['::/0'] },
      { protocol: 'tcp', fromPort: POSTGRES_PORT, toPort: POSTGRES_PORT, cidrBlocks: [VPC_CIDR] },
    ],
  })
}
