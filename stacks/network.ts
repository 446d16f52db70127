import type { SharedByStaging } from './shared-by-staging.ts'

/** The default of SST's network component. */
const VPC_CIDR = '10.0.0.0/16'
const POSTGRES_PORT = 5432

/** Subnets and security groups of the functions that reach the database or the index. */
export interface Network {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  /** For functions that call addresses which users give. */
  outboundSecurityGroups: $util.Output<string[]>
  /** Absent in previews, which use staging's network. */
  vpc?: sst.aws.Vpc
}

/**
 * A network over two zones. Small instances translate addresses (a managed gateway costs ten times as much). The first
 * instance is also the bastion of `sst tunnel`.
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
      // The default group admits every protocol from any address. The bastion needs only SSH, with its key.
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
 * The last guard for calls to addresses that users give. Whatever the address, such a function reaches only public
 * HTTPS and the database, never the index or another port of this network. DNS is not subject to security groups.
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
